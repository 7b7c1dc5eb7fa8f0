// Plays the film along the map. At playable speeds, sets the speed of the video element and corrects its drift. In
// freezes and backward play, seeks to each frame.

class Player {
  // The slowest and fastest speeds that Chromium plays.
  static slowest = 0.0625;
  static fastest = 16;
  // Typical delays in seconds: of a seek, of a start from pause, and of a change of speed.
  static seekTime = 0.08;
  static startTime = 0.25;
  static rateTime = 0.07;

  // How far after its start a frame is shown for sure, in seconds: browsers and files round times.
  static inside = 0.0015;

  // clipStart: the video element's time at source time 0.
  constructor(video, clipStart, onTick) {
    this.video = video;
    this.clipStart = clipStart;
    this.onTick = onTick;
    this.map = null;
    this.warped = 0;
    this.isPlaying = false;
    // Seconds of the result per second, negative for backward play.
    this.rate = 1;
    this.loop = null;
    this.clock = 0;
    this.timer = null;
    // The source time that is to be shown, and that of the last seek.
    [this.wanted, this.sought] = [0, 0];
    video.addEventListener("seeked", () => {
      if (!this.isPlaying && this.sought !== this.wanted) this.show(this.wanted);
    });
  }

  play(rate = 1) {
    this.rate = rate;
    if (!this.map || this.isPlaying) return;
    if (rate > 0 && (this.warped < this.start || this.warped >= this.end - 0.01)) this.warped = this.start;
    if (rate < 0 && (this.warped <= this.start + 0.01 || this.warped > this.end)) this.warped = this.end;
    this.isPlaying = true;
    this.clock = performance.now();
    this.seek(this.warped);
    this.timer = setInterval(() => this.tick(), 25);
  }

  pause() {
    this.isPlaying = false;
    clearInterval(this.timer);
    this.video.pause();
    this.onTick();
  }

  // A loop that begins after the end of a shortened result is ignored.
  get isLooping() { return this.loop !== null && this.loop[0] < this.map.length; }
  get start() { return this.isLooping ? this.loop[0] : 0; }
  get end() { return this.isLooping ? Math.min(this.loop[1], this.map.length) : this.map.length; }
  get source() { return this.video.currentTime - this.clipStart; }

  seek(warped) {
    this.warped = clamp(warped, 0, this.map?.length ?? 0);
    this.clock = performance.now();
    if (this.map) this.show(this.map.sourceAt(this.warped));
    this.onTick();
  }

  // Seeks to a frame. If a seek is still running, the newest frame follows when that seek has ended.
  show(source) {
    this.wanted = source;
    if (this.video.readyState === 0 || this.video.seeking) return;
    this.sought = source;
    const inside = source + Player.inside;
    if (Math.abs(this.source - inside) > 0.0014) this.video.currentTime = Math.max(0, inside + this.clipStart);
  }

  tick() {
    const now = performance.now();
    this.warped += this.rate * (now - this.clock) / 1000;
    this.clock = now;
    if (this.rate > 0 ? this.warped >= this.end : this.warped <= this.start) {
      const [first, last] = this.rate > 0 ? [this.start, this.end] : [this.end, this.start];
      if (!this.isLooping) { this.warped = last; this.pause(); return; }
      this.warped = first;
      this.show(this.map.sourceAt(this.warped));
    }
    this.follow();
    this.onTick();
  }

  // Prepares the end of a freeze, if the film then plays forward from the frozen frame. The video element needs time to
  // start and to change its speed. It therefore starts early at the slowest speed, and changes the speed early.
  startsSoon(source) {
    if (this.rate !== 1) return false;
    const scale = this.map.scaleAt(this.warped + Player.startTime),
      next = this.map.scaleAt(this.warped + Player.rateTime);
    if (this.video.seeking || !(scale > 0) || this.warped + Player.startTime >= this.end) return false;
    if (Math.abs(this.source - source) > 0.05 || Math.abs(this.map.sourceAt(this.warped
      + Player.rateTime) - source) > 2) return false;
    this.video.playbackRate = next > 0 ? clamp(1 / next, Player.slowest, Player.fastest) : Player.slowest;
    if (this.video.paused) this.video.play().catch(() => {});
    return true;
  }

  follow() {
    const source = this.map.sourceAt(this.warped), scale = this.map.scaleAt(this.warped);
    const speed = scale * this.rate > 0 ? this.rate / scale : 0;
    if (speed < Player.slowest || speed > Player.fastest) {
      if (this.startsSoon(source)) return;
      if (!this.video.paused) this.video.pause();
      this.show(source);
      return;
    }
    const late = source - this.source;
    // A seek takes time, so it goes to where the film will be afterwards.
    if (Math.abs(late) > 0.3) this.show(source + Player.seekTime * speed);
    // Makes up for the delay within an eighth of a second.
    this.video.playbackRate = clamp(speed + 8 * late * clamp(speed, 0.25, 1), Player.slowest, Player.fastest);
    if (this.video.paused && !this.video.seeking) this.video.play().catch(() => {});
  }
}
