local tick = 0.02 -- seconds between two looks at the position
local nudge = 0.05 -- the largest share of the speed that makes up for time lost in seeking
local patience = 0.04 -- seconds that the video may be early or late without a nudge
local same = 0.002 -- positions that are less apart, in seconds, need no seek

local index -- the row that plays; nil between files
local factor = 1 -- the speed chosen by hand
local wanted = 1 -- the speed that was set last
local start = 0 -- when the result would have begun if it had played without a stop
local seeking = false -- whether a seek of this script is under way
local holding = false -- whether this script has paused the video
local seen, seen_at = 0, 0 -- the position that mpv told last, and when it was new
local last_look = 0
local has_begun = false -- whether the first picture has been shown

local function warped_end(i) return rows[i + 1] and rows[i + 1].warped or finish end

local function source_end(i) return rows[i].source + rows[i].speed * (warped_end(i) - rows[i].warped) end

-- The time of the result that should be playing now.
local function due() return (mp.get_time() - start) * factor end

local function warped(position)
  local row = rows[index]
  return row.speed == 0 and row.warped or row.warped + (position - row.source) / row.speed
end

local function see(position) seen, seen_at = position, mp.get_time() end

-- mpv tells the time of the picture. Until the next picture, the position moves on.
local function position_now()
  local position = mp.get_property_number("time-pos", seen)
  if position ~= seen then see(position) end
  return seen + math.min(mp.get_time() - seen_at, 0.5) * wanted
end

-- A speed other than the one that was set is chosen by hand. It stays on top of the curve.
local function heed_hand()
  local speed = mp.get_property_number("speed", wanted)
  if math.abs(speed / wanted - 1) < 0.001 then return end
  local time = due()
  factor = speed == 1 and 1 or factor * speed / wanted
  start = mp.get_time() - time / factor
  wanted = speed
end

local function set_speed(speed)
  if math.abs(speed / wanted - 1) < 0.001 then return end
  wanted = speed
  mp.set_property_number("speed", speed)
end

-- Sets the speed of the row, a little more if the video is late, a little less if it is early.
local function keep_pace(position)
  local late = due() - warped(position)
  if math.abs(late) < patience then late = 0 end
  set_speed(rows[index].speed * factor * (1 + math.max(-nudge, math.min(nudge, late))))
end

local function hold(is_on)
  holding = is_on
  mp.set_property_bool("pause", is_on)
end

-- Begins a row at its start. The video is at the position `reached`.
local function begin_row(reached)
  local row = rows[index]
  if row.speed == 0 then hold(true) end
  local is_there = math.abs(row.source - reached) < same
  if is_there and (row.speed > 0 or mp.get_property_bool("eof-reached")) then return end
  -- A seek drops sound that waits at an earlier speed, so the speed is set before it.
  local moving = row.speed > 0 and row or rows[index + 1]
  if moving and moving.speed > 0 then set_speed(moving.speed * factor) end
  seeking = true
  mp.commandv("seek", row.source, "absolute+exact")
end

local function next_row()
  local reached = source_end(index)
  index = index + 1
  if rows[index] then return begin_row(reached) end
  index = nil
  mp.command("playlist-next force")
end

local function follow_hold()
  local is_paused = mp.get_property_bool("pause")
  if is_paused and due() < warped_end(index) then return end
  -- Somebody may have ended the hold before its time.
  if not is_paused then start = start + (due() - warped_end(index)) / factor end
  hold(false)
  see(seen)
  next_row()
end

local function follow()
  local passed = mp.get_time() - last_look
  last_look = last_look + passed
  if not index then return end
  heed_hand()
  if seeking then return end
  if holding then return follow_hold() end
  local has_ended = mp.get_property_bool("eof-reached")
  if mp.get_property_bool("core-idle") and not has_ended then
    -- Paused by hand, or waiting for data.
    start = start + passed
    return see(seen)
  end
  local position = has_ended and math.huge or position_now()
  repeat
    if position < source_end(index) - wanted * tick / 2 then return keep_pace(position) end
    next_row()
  until not index or seeking or holding
end

-- The row that plays `position` and is nearest to the current one, or else the row that plays what follows.
local function row_at(position)
  local nearest, later
  for i, row in ipairs(rows) do
    if row.source <= position and position < source_end(i) then
      if not nearest or math.abs(i - index) < math.abs(nearest - index) then nearest = i end
    elseif row.source > position and (not later or row.source < rows[later].source) then
      later = i
    end
  end
  return nearest, later
end

mp.register_event("file-loaded", function()
  index, factor, seeking, has_begun = 1, 1, false, false
  mp.set_property("file-local-options/keep-open", "always")
  begin_row(0)
end)

mp.register_event("end-file", function() index = nil end)

mp.register_event("playback-restart", function()
  if not index then return end
  heed_hand()
  local position = mp.get_property_number("time-pos", 0)
  see(position)
  if not has_begun then start = mp.get_time() end
  if has_begun and not seeking then
    -- A seek by hand.
    if holding then hold(false) end
    local nearest, later = row_at(position)
    index = nearest or later or #rows
    start = mp.get_time() - warped(later and not nearest and rows[index].source or position) / factor
    if later and not nearest then return begin_row(position) end
  end
  has_begun, seeking = true, false
  if rows[index].speed > 0 then keep_pace(position) end
end)

mp.add_periodic_timer(tick, follow)
