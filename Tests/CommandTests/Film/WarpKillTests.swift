import Testing

/// Whatever part of a running `warp` is killed, and whenever: it fails at once, leaves no file, and no process.
@Suite(.serialized) struct WarpKillTests {
  /// A job of some seconds, of which no part is done long before the others: more sound than pipes hold. It has a
  /// session of its own, by which all its processes are found.
  private static let setting = """
    ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=640x360:r=30:d=6 -f lavfi -i sine=r=48000:d=6 -ac 6 \
      -c:v libx264 -preset ultrafast -pix_fmt yuv420p -c:a pcm_s16le in.mov
    mkdir job tmp
    mv in.mov job
    export TMPDIR=$PWD/tmp
    cd job

    # Whoever runs the tests may have signals ignored.
    begin() { setsid env --default-signal \(Shell.warp) --stages ../stages "$@" in.mov out.mp4 2> ../errors & job=$!; }

    # The number of a stage's process; the script itself counts from when the encoder is there.
    stage() {
      if [ "$1" = script ]; then [ -z "$(stage encoder)" ] || echo $job; return; fi
      sed -n "s/^$1\t//p" ../stages 2> /dev/null
    }

    # How far the job says it has come.
    percent() { tr '\\r' '\\n' < ../errors | sed -n 's/.* \\([0-9]*\\)% .*/\\1/p' | tail -n 1; }

    running() { ps -o stat=,args= -s $job | grep -v '^Z'; }
    leavings() { find ../tmp . -mindepth 1 ! -name in.mov; }

    # kill_at STAGE SIGNAL PERCENT OPTIONS…
    kill_at() {
      local name=$1 signal=$2 when=$3 victim= start
      shift 3
      rm -f out.mp4 ../stages
      begin --progress --constant 2 --encode '-c:v libx264 -preset medium -c:a flac -strict -2' "$@"
      while kill -0 $job && { [ -z "$victim" ] || [ "$(percent)0" -lt ${when}0 ]; }; do
        # What is at the start has to be met there.
        [ $when -eq 0 ] || sleep 0.05
        victim=$(stage "$name")
      done 2> /dev/null
      start=$EPOCHREALTIME
      kill -$signal $victim || echo "there was no $name to kill at $when%"
      wait $job
      status=$?
      took=$(( (${EPOCHREALTIME/./} - ${start/./}) / 1000 ))
      # What had the script for its parent is gone a moment after it.
      for try in 1 2 3 4 5 6 7 8 9 10; do [ -z "$(running; leavings)" ] || sleep 0.1; done
      echo "$name, $when%, SIG$signal: exit $status after $took ms"
      [ $status -ne 0 ] && [ $took -lt 5000 ] || echo "WRONG: exit $status after $took ms: $(cat ../errors)"
      [ -z "$(running)" ] || echo "WRONG: left running: $(running)"
      [ -z "$(leavings)" ] || echo "WRONG: left over: $(leavings)"
    }

    """

  @Test(arguments: [
    "picture decoder", "sound decoder", "picture filter", "sound filter", "encoder", "script",
  ]) func killedAtAnyTime(stage: String) throws {
    let result = try Shell.run(
      Self.setting + [0, 20, 45].map { "kill_at '\(stage)' KILL \($0)" }.joined(separator: "\n"))
    #expect(result.output.split(separator: "\n").count == 3, "\(result.output) \(result.errors)")
    #expect(!result.output.contains("WRONG"), "\(result.output)")
  }

  @Test func endedPolitely() throws {
    let result = try Shell.run(
      Self.setting + """
        kill_at script TERM 20
        kill_at script HUP 0
        kill_at encoder TERM 20
        kill_at 'picture decoder' TERM 20
        kill_at stand-by KILL 20
        kill_at 'picture filter' KILL 20 --reverse
        kill_at script KILL 20 --reverse
        """)
    #expect(result.output.split(separator: "\n").count == 7, "\(result.output) \(result.errors)")
    #expect(!result.output.contains("WRONG"), "\(result.output)")
    #expect(result.output.contains("script, 20%, SIGTERM: exit 143"))
    #expect(result.output.contains("script, 0%, SIGHUP: exit 129"))
  }

  /// Stopped by the terminal and told to go on, it does.
  @Test func stoppedForAWhile() throws {
    let result = try Shell.run(
      Self.setting + """
        begin --no-progress --constant 2 --encode '-c:v libx264 -preset medium -c:a flac -strict -2'
        until [ -n "$(stage encoder)" ]; do :; done
        kill -TSTP $job
        until ps -o stat= -p $job | grep -q T; do :; done
        running | grep -v '^T'
        kill -CONT $job
        wait $job
        echo "exit $?"
        ffprobe -v error -select_streams v -count_packets -show_entries stream=nb_read_packets -of csv=p=0 out.mp4
        running
        leavings
        """)
    #expect(result.output == "exit 0\n360\n./out.mp4\n", "\(result)")
  }

  /// A map that never comes holds the plan up, before there is any stage.
  @Test func killedWhileTheMapIsMade() throws {
    let result = try Shell.run(
      Self.setting + """
        mkfifo ../map
        begin --map ../map
        until victim=$(pgrep -s $job -f '^[^ ]*warp-plan --records') && sleep 0.3 && kill -0 $victim; do :; done 2> /dev/null
        kill -KILL $victim
        wait $job
        echo "exit $?"
        find . ../tmp -mindepth 1 ! -name in.mov
        """)
    #expect(result.output == "exit 1\n", "\(result)")
  }
}
