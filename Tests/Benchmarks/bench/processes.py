"""What a process takes together with all processes that it starts."""

import ctypes
import os
import time
from contextlib import suppress

# Seconds between two samples of memory. A peak that is shorter may be missed.
INTERVAL = 0.002
PR_SET_CHILD_SUBREAPER = 36
CPUCLOCK_SCHED = 2


def adopt_orphans():
    """Makes this process the parent of its descendants whose parent has ended.

    A supervisor does not wait for all of its workers. Linux counts the time of a process for the
    parent that waits for it, so somebody has to.
    """
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def end(process):
    """Waits until a child has ended, and leaves it as it is."""
    os.waitid(os.P_PID, process, os.WEXITED | os.WNOWAIT)


def own_time(process):
    """The processor time of all threads of one process, in seconds.

    This is the clock of `clock_getcpuclockid`, which stays readable until somebody waits for the
    process. `wait4` adds the children that the process has waited for.
    """
    return time.clock_gettime(~process << 3 | CPUCLOCK_SCHED)


def reap(process):
    """Waits for all children; returns the exit status of one, and the processor time of all."""
    status, seconds = 0, 0.0
    with suppress(ChildProcessError):
        while True:
            child, ended, usage = os.wait4(-1, 0)
            seconds += usage.ru_utime + usage.ru_stime
            if child == process:
                status = ended
    return os.waitstatus_to_exitcode(status), seconds


def peak_memory(process):
    """The peak of the memory of all descendants until a child ends, in MiB, sampled."""
    peak = 0.0
    # Reading about all processes of a machine each time would take longer than the interval.
    strangers = everybody() - descendants(everybody())
    while not os.waitid(os.P_PID, process, os.WEXITED | os.WNOWAIT | os.WNOHANG):
        found = descendants(everybody() - strangers)
        memory = sum(proportional_set_size(each) for each in found)
        # Pages are counted twice when a process forks or ends between two reads.
        if descendants(everybody() - strangers) == found:
            peak = max(peak, memory)
            time.sleep(INTERVAL)
    return peak


def everybody():
    return set(filter(str.isdigit, os.listdir("/proc")))


def descendants(processes):
    """Those processes that this one has started, directly or not, and that have memory."""
    parents, sizes = {}, {}
    for process in processes:
        with suppress(OSError), open(f"/proc/{process}/stat") as file:
            fields = file.read().rpartition(")")[2].split()
            # A process that ends has no memory, long before it is gone.
            parents[process], sizes[process] = fields[1], int(fields[20])
    found, last = set(), {str(os.getpid())}
    while last:
        last = {process for process, parent in parents.items() if parent in last}
        found |= last
    return {process for process in found if sizes[process]}


def proportional_set_size(process):
    """A process's memory in MiB, of which shared pages count in part; 0 if it has ended."""
    with suppress(OSError), open(f"/proc/{process}/smaps_rollup") as file:
        for line in file:
            if line.startswith("Pss:"):
                return int(line.split()[1]) / 1024
    return 0.0
