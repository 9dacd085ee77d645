# ruff: noqa - hostile code in Python 3.8 syntax, written as an attacker would
"""A submission of attacks. Each function returns evidence of success or something false, or an OSError refuses it.

It runs inside the sandbox (Python 3.8 syntax); *facts* has everything that a lucky attacker might guess. A successful
attack does no harm: it reads planted files, sends signal 0, and queries limits instead of setting them.
"""

import ctypes
import errno
import fcntl
import mmap
import os
import resource
import select
import signal
import socket
import time

LIBC = ctypes.CDLL(None, use_errno=True)


def reaches_kernel(facts, name, *arguments):
    """Make a system call with invalid arguments; return True if the kernel examined them."""
    if name not in facts["calls"]:
        raise OSError(errno.ENOSYS, "this architecture has no such call")
    arguments = [ctypes.c_long(argument) for argument in arguments]
    ctypes.set_errno(0)
    if LIBC.syscall(ctypes.c_long(facts["calls"][name]), *arguments) != -1:
        return True
    return ctypes.get_errno() not in (errno.EPERM, errno.ENOSYS, errno.EACCES)


# processes and programs


def fork(facts):
    pid = os.fork()
    if pid == 0:
        os._exit(0)
    os.waitpid(pid, 0)
    return "forked"


def vfork_and_exec(facts):
    pid = os.posix_spawn("/bin/true", ["true"], {})
    return os.waitpid(pid, 0)[1] == 0 and "ran a program"


def new_session(facts):
    pid = os.fork()  # a daemon's first step; setsid alone is refused to a group's leader
    if pid == 0:
        os.setsid()
        os._exit(7)
    return os.waitpid(pid, 0)[1] >> 8 == 7 and "a process outside our session"


def language_tricks(facts):
    for kind in ().__class__.__base__.__subclasses__():
        if kind.__name__ == "_wrap_close":
            return kind.__init__.__globals__["system"]("true") == 0 and "ran a program"
    return False


# files


def create_result_file(facts):
    with open(facts["results"], "w") as stream:
        stream.write("full marks")
    os.unlink(facts["results"])
    return "wrote a result"


def edit_grader_file(facts):
    with open(facts["private"], "a") as stream:
        return stream.writable() and "opened a file of the grader for writing"


def read_grader_file(facts):
    with open(facts["secret"]) as stream:
        return stream.read()


def list_grader_folder(facts):
    return os.listdir(facts["folder"])


def change_mode(facts):
    mode = os.stat(facts["private"]).st_mode & 0o7777
    os.chmod(facts["private"], mode ^ 1)  # a box may ignore the call
    changed = os.stat(facts["private"]).st_mode & 0o7777 != mode
    os.chmod(facts["private"], mode)
    return changed and "could change the mode of a file of the grader"


def change_mode_of_open_file(facts):
    with open(os.__file__) as stream:
        mode = os.fstat(stream.fileno()).st_mode & 0o7777
        os.fchmod(stream.fileno(), mode ^ 1)
        changed = os.fstat(stream.fileno()).st_mode & 0o7777 != mode
        os.fchmod(stream.fileno(), mode)
    return changed and "could change the mode of a file of the runtime"


def change_times(facts):
    os.utime(facts["private"], (1, 1))
    return (
        os.stat(facts["private"]).st_mtime == 1 and "could change the times of a file of the grader"
    )


def truncate_file(facts):
    os.truncate(facts["private"], facts["private_size"])
    return "could cut a file of the grader"


def see_file(facts):
    return os.stat(facts["secret"]).st_size


def read_by_group(facts):
    with open(facts["by_group"]) as stream:
        return stream.read()


def keeps_groups(facts):
    return facts["group"] in os.getgroups() and "still in the group"


def read_password_file(facts):
    with open("/etc/passwd") as stream:
        return stream.readline()


def write_to_home(facts):
    with open(os.path.join(facts["home"], ".bashrc"), "a") as stream:
        return stream.writable() and "could persist"


def write_to_runtime(facts):
    with open(os.__file__, "r+") as stream:
        return stream.writable() and "could change the library"


def read_other_packages(facts):
    for folder in facts["packages"]:
        if os.path.isdir(folder):
            for name in os.listdir(folder):
                path = os.path.join(folder, name)
                for inner in (
                    [path] if os.path.isfile(path) else [os.path.join(path, "__init__.py")]
                ):
                    if os.path.exists(inner):
                        with open(inner, "rb") as stream:
                            return stream.read(20)
    return False


def leave_note_for_others(facts):
    path = "/dev/shm/graders-note"
    with open(path, "w") as stream:
        stream.write("note")
    os.unlink(path)
    return "left a note"


def lock_shared_file(facts):
    with open(os.__file__) as stream:
        fcntl.flock(stream, fcntl.LOCK_SH | fcntl.LOCK_NB)
    return "locked a file that others see"


def record_lock_shared_file(facts):
    with open(os.__file__) as stream:
        fcntl.lockf(stream, fcntl.LOCK_SH | fcntl.LOCK_NB)
    return "locked a file that others see"


def make_device(facts):
    path = os.path.join(facts["open_folder"], "device")
    os.mknod(path, 0o020666, os.makedev(1, 3))
    os.unlink(path)
    return "made a device"


def many_files(facts):
    made = []
    try:
        for number in range(600):
            path = os.path.join(facts["open_folder"], "n%d" % number)
            os.close(os.open(path, os.O_CREAT | os.O_WRONLY))
            made.append(path)
    finally:
        for path in made:
            os.unlink(path)
    return "made 600 files"


def fill_disk(facts):
    made = []
    try:
        for folder in (".", facts["open_folder"]):
            for number in range(16):
                try:
                    path = os.path.join(folder, "big%d" % number)
                    stream = open(path, "wb", buffering=0)
                except OSError:
                    break
                made.append(path)
                with stream:
                    if stream.write(bytes(1 << 20)) != 1 << 20:
                        return False
        select.poll().poll(100)  # files that are gone before the next look fill no disk
        return len(made) >= 16 and "wrote 16 megabytes"
    finally:
        for path in made:
            os.unlink(path)


# files in the working directory, and from there


def fill_scratch(facts):
    for number in range(40):
        with open("full%d" % number, "wb", buffering=0) as stream:
            if stream.write(bytes(1 << 20)) != 1 << 20:
                return False
    select.poll().poll(100)
    for number in range(40):
        os.unlink("full%d" % number)
    return "wrote 40 megabytes"


def fill_scratch_unseen(facts):
    held = []
    for _number in range(40):
        with open("unseen", "w+b", buffering=0) as stream:
            if stream.write(bytes(1 << 20)) != 1 << 20:
                return False
            held.append(
                mmap.mmap(stream.fileno(), 4096)
            )  # a deleted file lives on in a map of one page
        os.unlink("unseen")
    select.poll().poll(100)
    return "wrote 40 megabytes without a name"


def many_files_in_scratch(facts):
    os.mkdir("many")
    for number in range(600):
        os.close(os.open("many/%d" % number, os.O_CREAT | os.O_WRONLY))
    select.poll().poll(100)
    for number in range(600):
        os.unlink("many/%d" % number)
    os.rmdir("many")
    return "made 600 files"


def symlink_out_of_scratch(facts):
    os.symlink(facts["folder"], "link")
    try:
        with open("link/secret") as stream:
            return stream.read()
    finally:
        os.unlink("link")


def hard_link_out_of_scratch(facts):
    os.link(facts["note"], "hard")
    try:
        with open("hard") as stream:
            return stream.read()
    finally:
        os.unlink("hard")


def move_out_of_scratch(facts):
    open("moved", "w").close()
    try:
        os.rename("moved", os.path.join(facts["open_folder"], "moved"))
    except OSError as error:
        os.unlink("moved")
        if error.errno != errno.EXDEV:
            raise
        return False  # between two file systems a move is a copy
    os.unlink(os.path.join(facts["open_folder"], "moved"))
    return "moved a file out"


def read_scratch_of_another(facts):
    with open(facts["another"]) as stream:
        return stream.read() == "another's work" and "read another's work"


def delete_scratch_of_another(facts):
    path = facts["another"]
    os.rename(path, path + ".away")
    os.rename(path + ".away", path)
    return "could delete another's work"


def leave_files_behind(facts):
    """The second call finds what the first has left: deep, unreadable, with names that are no text."""
    if os.path.lexists("left"):
        return "found files of another check"
    os.mkdir("left")
    home = os.getcwd()
    deeds = (
        lambda: os.chmod(".", 0o500),
        lambda: os.umask(0o777),
        lambda: os.mkdir("left/unlisted", 0o300),
        lambda: os.mkdir("left/closed", 0),
        lambda: os.mkdir("left/fixed", 0o500),
        lambda: os.symlink("/", "left/root"),
        lambda: os.symlink("left", "left/itself"),
        lambda: os.mkdir(b"left/\xff\n\x1b[2J"),
        lambda: os.mkdir("left/-rf"),
        lambda: os.mkfifo("left/pipe"),
        lambda: os.chmod("left", 0),
        lambda: [(os.mkdir("d" * 200), os.chdir("d" * 200)) for _ in range(60)],
    )
    for deed in deeds:
        try:
            deed()
        except OSError:
            pass
    os.chdir(home)
    return False


# the process's inheritance: descriptors, environment, memory


def inherited_descriptors(facts):
    found = []
    for number in range(3, 1024):
        try:
            fcntl.fcntl(number, fcntl.F_GETFD)
        except OSError:
            continue
        found.append(number)
    return len(found) > 1 and "descriptors %s" % found


def own_environment(facts):
    known = {"HOME": "/", "USERPROFILE": "/", "LOGNAME": "student", "USER": "student"}
    more = {name for name, value in os.environ.items() if known.get(name) != value}
    return more - {"LC_CTYPE"} and "variables %s" % sorted(more)


def environment_of_grader(facts):
    with open("/proc/%d/environ" % facts["judge"], "rb") as stream:
        return len(stream.read()) > 0 and "read the grader's environment"


def memory_of_grader(facts):
    class Vector(ctypes.Structure):
        _fields_ = [("base", ctypes.c_void_p), ("length", ctypes.c_size_t)]

    buffer = ctypes.create_string_buffer(len(facts["in_memory"]))
    here = Vector(ctypes.addressof(buffer), len(buffer))
    there = Vector(facts["address"], len(buffer))
    got = LIBC.process_vm_readv(facts["judge"], ctypes.byref(here), 1, ctypes.byref(there), 1, 0)
    return (
        got == len(buffer)
        and buffer.raw == facts["in_memory"].encode()
        and "read the grader's memory"
    )


def memory_file_of_grader(facts):
    with open("/proc/%d/mem" % facts["judge"], "rb") as stream:
        stream.seek(facts["address"])
        return (
            stream.read(len(facts["in_memory"])) == facts["in_memory"].encode()
            and "read the grader's memory"
        )


def trace_another(facts):
    attach, detach = 16, 17
    if LIBC.ptrace(attach, facts["decoy"], 0, 0) != 0:
        return False
    os.waitpid(facts["decoy"], 0x40000000)
    LIBC.ptrace(detach, facts["decoy"], 0, 0)
    return "traced another process"


def descriptor_of_another(facts):
    return reaches_kernel(facts, "pidfd_getfd", -1, 0, 0)


# signals and limits of others


def signal_grader(facts):
    os.kill(facts["judge"], 0)
    return "could signal the grader"


def signal_another(facts):
    os.kill(facts["decoy"], signal.SIGUSR1)
    return "signalled another process"


def signal_parent(facts):
    os.kill(os.getppid() or 1, 0)
    return "could signal its parent"


def signal_everyone(facts):
    os.kill(-1, 0)
    return "could signal everyone"


def signal_group(facts):
    os.kill(0, 0)
    return "could signal its group"


def queue_signal(facts):
    return reaches_kernel(facts, "rt_sigqueueinfo", facts["decoy"], 0, 0)


def signal_thread(facts):
    return (
        LIBC.syscall(facts["calls"]["tgkill"], facts["decoy"], facts["decoy"], 0) == 0
        and "could signal a thread of another"
    )


def signal_by_owner(facts):
    reader = os.pipe()[0]
    fcntl.fcntl(reader, fcntl.F_SETOWN, facts["decoy"])
    return "the kernel would signal another for us"


def limits_of_another(facts):
    resource.prlimit(os.getppid() or 1, resource.RLIMIT_NOFILE)
    return "could change its parent's limits"


def slow_down_another(facts):
    os.setpriority(os.PRIO_PROCESS, os.getppid() or 1, os.getpriority(os.PRIO_PROCESS, 0))
    return "could slow its parent down"


def raise_own_limits(facts):
    soft, hard = resource.getrlimit(resource.RLIMIT_CPU)
    try:
        resource.setrlimit(resource.RLIMIT_CPU, (soft + 1000, hard + 1000))
    except ValueError:
        return False
    return "gave itself more time"


def outlive_parent(facts):
    return LIBC.prctl(1, 0, 0, 0, 0) == 0 and "would not die with its parent"


# sockets


def tcp(facts):
    with socket.create_connection(("127.0.0.1", facts["tcp"]), timeout=2):
        return "connected to a service"


def udp(facts):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
        return sender.sendto(b"out", ("127.0.0.1", facts["tcp"])) and "sent a datagram"


def tcp6(facts):
    with socket.socket(socket.AF_INET6, socket.SOCK_STREAM) as stream:
        return stream.family == socket.AF_INET6 and "has a socket"


def unix_path(facts):
    with socket.socket(socket.AF_UNIX) as stream:
        stream.connect(facts["unix"])
    return "connected to a service"


def unix_abstract(facts):
    with socket.socket(socket.AF_UNIX) as stream:
        stream.connect("\0" + facts["abstract"])
    return "connected to a service"


def netlink(facts):
    with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW):
        return "has a netlink socket"


def socket_pair(facts):
    first, second = socket.socketpair()
    first.close()
    second.close()
    return "made sockets"


def resolve(facts):
    # as the resolver does: a datagram to a name server
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
        sender.connect(("127.0.0.1", 53))
    return "could ask a name server"


# privilege


def new_privileges(facts):
    return LIBC.prctl(39, 0, 0, 0, 0) == 0 and "a setuid program would have its privilege"


def capabilities(facts):
    header = (ctypes.c_uint32 * 2)(0x20080522, 0)
    data = (ctypes.c_uint32 * 6)()
    if LIBC.capget(header, data) != 0:
        return False
    return any(data) and "has capabilities"


def become_root(facts):
    os.setuid(0)
    return os.getuid() == 0 and "is root"


def dumpable(facts):
    return LIBC.prctl(3, 0, 0, 0, 0) == 1 and "can be traced by its like"


def type_into_terminal(facts):
    os.close(os.open("/dev/tty", os.O_RDWR))
    return "has the grader's terminal"


# ways around the filter


def gate_of_32_bits(facts):
    code = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    code.write(b"\xb8\x14\x00\x00\x00\xcd\x80\xc3")  # mov eax, 20 (getpid); int 0x80; ret
    function = ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(code)))
    return function() > 0 and "reached the kernel by the other gate"


def gate_of_x32(facts):
    return LIBC.syscall(ctypes.c_long(0x40000000 + 39)) == -1 and "lived on after an x32 call"


def io_uring(facts):
    return reaches_kernel(facts, "io_uring_setup", 0, 0)


def new_call(facts):
    return reaches_kernel(facts, "statmount", 0, 0, 0, 0)  # newer than the tables


def proc(facts):
    return os.listdir("/proc")


def proc_of_another(facts):
    with open("/proc/%d/cmdline" % facts["decoy"], "rb") as stream:
        return stream.read(50)


def sys_folder(facts):
    return os.listdir("/sys")


def control_group(facts):
    with open(facts["cgroup"], "a") as stream:
        return stream.writable() and "could leave its control group"


def unshare(facts):
    return reaches_kernel(facts, "unshare", 1)


def user_namespace(facts):
    return reaches_kernel(
        facts, "clone", 0x10000000 | 0x200, 0, 0, 0, 0
    )  # CLONE_FS makes the flags invalid


# what outlives a box, or is the machine's: one submission could tell another through it


def evict_library_file(facts):
    with open(facts["library_file"], "rb") as stream:
        stream.read()
        os.posix_fadvise(stream.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
    return "could take a file out of memory"


def ask_for_page(facts):
    with open(facts["library_file"], "rb") as stream:
        try:
            os.preadv(stream.fileno(), [bytearray(1)], 0, os.RWF_NOWAIT)
        except BlockingIOError:
            pass
    return "knows whether a page is in memory"


def number_of_pipe(facts):
    reader, writer = os.pipe()
    number = os.fstat(reader).st_ino
    os.close(reader)
    os.close(writer)
    return number and "the number of a pipe counts those of the machine"


def number_of_connection(facts):
    """Ask for the numbers of inherited pipes and sockets, also through duplicates."""

    def duplicate(number):
        return fcntl.fcntl(number, fcntl.F_DUPFD, 50)

    def at_its_number(number):
        return os.dup2(number, 60)

    for number in range(3, 20):
        for way in (int, os.dup, duplicate, at_its_number):
            try:
                mode = os.fstat(way(number)).st_mode
            except OSError:
                continue
            if mode >> 12 in (0o14, 0o1):  # a socket or a pipe
                return "has the number of its connection"
    return False


def number_of_connection_by_proc(facts):
    return any(os.stat("/proc/self/fd/%d" % number).st_ino for number in (0, 3))


def hint_on_library_file(facts):
    get, put = 1035, 1036  # F_GET_RW_HINT, F_SET_RW_HINT
    with open(facts["library_file"], "rb") as stream:
        fcntl.fcntl(stream, put, (2).to_bytes(8, "little"))
        seen = fcntl.fcntl(stream, get, bytes(8))
        fcntl.fcntl(stream, put, bytes(8))
    return any(seen) and "left a hint at a file that others see"


def touch_device(facts):
    before = os.stat("/dev/null").st_mtime_ns
    os.utime("/dev/null")
    return os.stat("/dev/null").st_mtime_ns != before and "left a time that others see"


def clock_of_another(facts):
    return (
        time.clock_gettime((~facts["decoy"] << 3) | 2) >= 0
        and "knows the time that another process used"
    )


def load_of_machine(facts):
    return os.getloadavg() and "knows the load of the machine"


def room_on_disk(facts):
    return os.statvfs(facts["library_file"]).f_bfree and "knows how much the judge has written"


KERNEL_CALLS = {
    "fadvise64": (-1, 0, 0, 0),
    "readahead": (-1, 0, 0),
    "mincore": (1, 0, 0),
    "cachestat": (-1, 0, 0, 0),
    "preadv2": (-1, 0, 0, 0, 0, 8),
    "pwritev2": (-1, 0, 0, 0, 0, 8),
    "sync_file_range": (-1, 0, 0, 0),
    "madvise": (0, 0, 21),  # MADV_PAGEOUT
    "mmap": (0, 2 << 20, 0, 0x40022, -1, 0),  # MAP_HUGETLB
    "mlock": (0, 4096),
    "pipe2": (0, 0xFF00),
    "splice": (-1, 0, -1, 0, 1, 0),
    "tee": (-1, -1, 1, 0),
    "eventfd2": (0, 0xFF00),
    "timerfd_create": (99, 0),
    "signalfd4": (-1, 0, 0, 0),
    "inotify_init1": (0xFF00,),
    "futex": (0, 1, 1, 0, 0, 0),  # FUTEX_WAKE, not private
    "statx": (-1, 0, 0, 0, 0),
    "fstatfs": (-1, 0),
    "sysinfo": (0,),
    "getrusage": (0, 0),
    "getpriority": (9, 0),
    "membarrier": (-1, 0, 0),
    "mount": (0, 0, 0, 0, 0),
    "umount2": (0, 0xFF00),
    "pivot_root": (0, 0),
    "setns": (-1, 0),
    "bpf": (9999, 0, 0),
    "perf_event_open": (0, 0, 0, 0, 0),
    "keyctl": (9999, 0, 0, 0, 0),
    "add_key": (0, 0, 0, 0, 0),
    "userfaultfd": (0xFF00,),
    "memfd_create": (0, 0xFF00),
    "io_setup": (0, 0),
    "open_by_handle_at": (-1, 0, 0),
    "personality": (0xFFFFFFFF,),
    "fanotify_init": (0xFFFFF000, 0),
    "kcmp": (-1, -1, 0, 0, 0),
    "modify_ldt": (0, 0, 0),
    "shmget": (0, 0, 0),
    "msgget": (0x7A7A, 0),
    "semget": (0x7A7A, 0, 0),
    "mq_open": (0, 0, 0, 0),
    "open_tree": (-1, 0, 0xFF00),
    "mount_setattr": (-1, 0, 0, 0, 0),
    "clock_settime": (99, 0),
    "setxattr": (0, 0, 0, 0, 0),
    "process_madvise": (-1, 0, 0, 0, 0),
    "sendmsg": (-1, 0, 0),
    "seccomp": (99, 0, 0),
    "move_pages": (-1, 0, 0, 0, 0, 0),
    "vmsplice": (-1, 0, 0, 0),
}


def kernel_call(facts):
    return reaches_kernel(facts, facts["call"], *KERNEL_CALLS[facts["call"]])
