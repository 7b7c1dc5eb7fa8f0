# shellcheck shell=bash disable=SC2154  # what is not set here is set in scripts/bench and engines.sh
# Slurm of one node: slurmctld, slurmd and munged of this machine, which keep everything in $place/slurm. Needs root.

# slurm_begin: starts the daemons. slurm_end: ends them.
slurm_begin() {
  peers slurmctld slurmd slurm-client munge
  local home=$place/slurm name
  name=$(hostname -s)
  mkdir -p "$home/state" "$home/spool"
  (umask 077 && head -c 1024 /dev/urandom >"$home/munge.key")
  cat >"$home/slurm.conf" <<-END
	ClusterName=bench
	SlurmctldHost=$name(127.0.0.1)
	NodeName=$name NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
	PartitionName=all Nodes=ALL Default=YES State=UP
	SlurmUser=root
	SlurmctldPort=6917
	SlurmdPort=6918
	AuthInfo=socket=$home/munge.socket
	StateSaveLocation=$home/state
	SlurmdSpoolDir=$home/spool
	SlurmctldPidFile=$home/slurmctld.pid
	SlurmdPidFile=$home/slurmd.pid
	SlurmctldLogFile=$home/slurmctld.log
	SlurmdLogFile=$home/slurmd.log
	ProctrackType=proctrack/linuxproc
	TaskPlugin=task/none
	MpiDefault=none
	SelectType=select/cons_tres
	SelectTypeParameters=CR_CPU
	SchedulerParameters=batch_sched_delay=0,sched_interval=1
	# A task is requeued whose program is killed by SIGKILL.
	RequeueExit=137
	END
  export SLURM_CONF=$home/slurm.conf
  # --force: that only root can enter the directory is what is wanted here.
  munged --force --key-file="$home/munge.key" --socket="$home/munge.socket" --pid-file="$home/munged.pid" \
    --log-file="$home/munged.log" --seed-file="$home/munged.seed" 2>/dev/null
  slurmctld && slurmd
}

slurm_end() {
  local daemon process tries
  for daemon in slurmd slurmctld munged; do
    [[ -f $place/slurm/$daemon.pid ]] || continue
    process=$(cat "$place/slurm/$daemon.pid")
    kill "$process" || continue
    # The process writes its state before it ends. An ended process has no `exe`, even while it is a zombie.
    for ((tries = 100; tries > 0; tries--)); do
      [[ -e /proc/$process/exe ]] || break
      sleep 0.1
    done
  done
}

# slurm_array TASKS COMMAND: submits an array of jobs and prints its number. In COMMAND, $k is the number of the task.
slurm_array() {
  sbatch --parsable --array="1-$1" --requeue --chdir "$place" --output /dev/null --wrap "k=\$SLURM_ARRAY_TASK_ID; $2"
}

# slurm_after JOB TASKS COMMAND: runs another array when all tasks of a job have ended, and waits for it. With afterok
# it would never run: for Slurm, a task has failed that was requeued for its exit status, whatever it does later.
slurm_after() {
  sbatch --wait --dependency=afterany:"$1" --array="1-$2" --chdir "$place" --output "$place/slurm/after.%a" \
    --wrap "k=\$SLURM_ARRAY_TASK_ID; $3" >/dev/null
}

# slurm_kill JOB TASK HOW: waits until half a second after warp-film of the task has started. Then kills it by SIGKILL,
# as the system does if memory is short. If HOW is requeue, Slurm ends and requeues the task instead, as for a more
# urgent job. Prints how often Slurm has started the task again.
slurm_kill() {
  local tries worker=''
  for ((tries = 2400; tries > 0; tries--)); do
    for worker in $(pgrep -x warp-film); do
      ! slurm_runs "$worker" "$1" "$2" || break 2
    done
    worker=
    sleep 0.05
  done
  sleep 0.5
  if [[ $3 == requeue ]]; then scontrol requeue "$1_$2"; else kill -KILL "$worker"; fi || true
  # A requeued task waits two minutes, unless its start is set. In the same second, slurmd refuses it.
  for ((tries = 100; tries > 0; tries--)); do
    if [[ $(slurm_field "$1_$2" JobState) == PENDING ]]; then
      scontrol update JobId="$1_$2" StartTime=now+3
      break
    fi
    sleep 0.1
  done
  slurm_field "$1_$2" Restarts
}

# slurm_runs PROCESS JOB TASK: whether the process belongs to the task.
slurm_runs() {
  [[ $(tr '\0' '\n' 2>/dev/null <"/proc/$1/environ" | grep -cx "SLURM_ARRAY_JOB_ID=$2\|SLURM_ARRAY_TASK_ID=$3") == 2 ]]
}

slurm_field() { scontrol --oneliner show job "$1" | sed -n "1s/.*\b$2=\([^ ]*\).*/\1/p"; }
