"""Attacks on the pipe itself (10, 27 and 53, adapted to this server and its frames), and forwarding, which is our own.

All of them reach the real channel. None of them can send anything but values that the program returns.
"""

from __future__ import annotations

from tests.attacks.submissions.attack import Attack, Weak, failing, gains, sums, words

SERVER = """
import json, os, stat, struct, sys, threading, time

def server():
    frame = sys._getframe()
    while frame is not None:
        me = frame.f_locals.get("self")
        if type(me).__name__ == "Server":
            return me
        frame = frame.f_back

def descriptors():
    for number in range(3, 64):
        try:
            mode = os.fstat(number).st_mode
        except PermissionError:
            mode = stat.S_IFSOCK  # to hide its number tells what it is
        except OSError:
            continue
        if stat.S_ISSOCK(mode) or stat.S_ISFIFO(mode):
            yield number

def frame_of(message):
    body = json.dumps(message).encode()
    return struct.pack(">I", len(body)) + body

def blurt(message):
    for number in descriptors():
        try:
            os.write(number, frame_of(message))
        except OSError:
            pass

ALL = {check: "passed" for check in PLANTED["CHECKS"]}
REPORT = {"verdicts": ALL, "messages": "", "status": "graded", "marks": 10, "max_marks": 10}

def forge(*messages):
    # our judge hears the messages, any other grader its report
    me = server()
    for message in messages if me else [REPORT]:
        blurt(message)
    return me.call_id if me else 0
"""

QUOTE = """
import inspect, linecache, re, sys

def sources():
    frame = sys._getframe()
    while frame is not None:
        try:
            yield inspect.getsource(frame)
        except (OSError, TypeError):
            pass
        yield "".join(linecache.getlines(frame.f_code.co_filename))
        frame = frame.f_back
    for name in ("_grader.driver", "_grader", "__main__", "harness.inside.server", "harness.protocol.values"):
        try:
            yield inspect.getsource(sys.modules[name])
        except (KeyError, OSError, TypeError):
            pass

def quoted(text):
    for source in sources():
        wanted = re.search(r'shout\\("%s"\\), "([^"]*)"' % text, source)
        if wanted:
            return wanted.group(1)
    return ""
"""

FORWARD = "from _grader import sandbox\nreturn sandbox.ask('total', numbers)"

ATTACKS = (
    Attack(
        27,
        "a result sent early, before the call returns",
        Weak.SELF_REPORTING,
        gains,
        sums(SERVER, total="forge(['return', server() and server().call_id, 0])\nreturn 0"),
        honest=failing("failed|crashed", "sums.total"),
    ),
    Attack(
        27,
        "answers to calls that have not been made",
        Weak.SELF_REPORTING,
        gains,
        sums(SERVER, total="forge(*[['return', ahead, 0] for ahead in range(500)])\nreturn 0"),
        honest=failing("failed|crashed", "sums.total"),
    ),
    Attack(
        27,
        "verdicts, marks and a whole report on the socket",
        Weak.SELF_REPORTING,
        gains,
        sums(SERVER, total="forge(REPORT, ['passed', 1], ['result', 1, REPORT])\nreturn 0"),
        honest=failing("crashed", "sums.total"),
    ),
    Attack(
        27,
        "a thread that goes on sending",
        Weak.SELF_REPORTING,
        gains,
        sums(
            SERVER
            + """
def chatter(me):
    while True:
        forge()
        for ahead in range(3):
            blurt(["return", (me.call_id if me else 0) + ahead, 0])
""",
            total="threading.Thread(target=chatter, args=(server(),), daemon=True).start()\nreturn 0",
        ),
        honest=failing("failed|crashed", "sums.total"),
    ),
    Attack(
        27,
        "a flood of messages that ask for nothing",
        Weak.SELF_REPORTING,
        gains,
        sums(
            SERVER,
            total="""
            number = forge()
            body = frame_of(["imported", number, "x"]) * 3000
            while True:
                for one in descriptors():
                    try:
                        os.write(one, body)
                    except OSError:
                        pass
            """,
        ),
        honest=failing("crashed", "sums.total"),
    ),
    Attack(
        13,
        "server and codec patched to agree",
        Weak.IN_PROCESS,
        gains,
        sums(
            SERVER
            + """
def patch():
    me = server()
    if me is None:
        json.dumps = lambda *_, **__: json.JSONEncoder().encode(REPORT)
        return
    used = type(me.channel).write.__globals__
    codec, messages = used["packed"].values, used["messages"]
    def encode_frame(message, limit):
        return frame_of(message[:2] + [{"o": "int"}])
    codec._encode = lambda value, depth, budget: value
    codec.encode_frame = used["encode_frame"] = encode_frame
    type(me).reply_to = lambda self, error: messages.Return(self.call_id, 0)
    used["operation_of"] = lambda driver, name: lambda *_: True
""",
            total="patch()\nreturn 0",
        ),
        honest=failing("failed", "sums.total"),
    ),
    Attack(
        53,
        "source of the callers read",
        Weak.IN_PROCESS,
        gains,
        sums(),
        words(QUOTE, shout="return quoted(text)"),
        honest=failing("failed", "words.shout"),
    ),
    Attack(
        0,
        "a graded call forwarded as an ask",
        Weak.OPEN_ASKS,
        gains,
        sums(total=FORWARD),
        honest=failing("raised", "sums.total"),
    ),
    Attack(
        0,
        "asks for anything else the judge might do",
        Weak.OPEN_ASKS,
        gains,
        sums(
            """
def begged(operation, numbers):
    from _grader import sandbox
    for name in (operation, "grade", "call", "marks", "eval", "__class__", "_session", "record", "shout", "describe"):
        try:
            answer = sandbox.ask(name, numbers)
        except sandbox.AskRefused:
            continue
        if answer is not None:
            return answer
    return 0
""",
            total="return begged('total', numbers)",
            largest="return begged('largest', numbers)",
        ),
        honest=failing("failed", "sums.total", "sums.largest", "sums.largest-single"),
    ),
)
