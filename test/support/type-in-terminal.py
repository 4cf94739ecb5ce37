# Opens a pseudo-terminal, runs a program in it, waits for each text, and then types its keys.
import json, os, pty, select, sys, time
spec = json.loads(sys.stdin.readline())
pid, fd = pty.fork()
if pid == 0:
    os.chdir(spec["cwd"])
    os.execvpe(spec["program"][0], spec["program"], spec["env"])
import fcntl, struct, termios
fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", 60, spec["columns"], 0, 0))
seen, at, steps = "", 0, list(spec["steps"])
end = time.time() + spec["seconds"]
while time.time() < end:
    if select.select([fd], [], [], 0.05)[0]:
        try:
            data = os.read(fd, 65536)
        except OSError:
            data = b""
        if not data:
            break
        seen += data.decode("utf8", "replace")
    if steps and steps[0][0] in seen[at:]:
        at = seen.index(steps[0][0], at) + len(steps[0][0])
        time.sleep(0.1)
        os.write(fd, steps.pop(0)[1].encode())
else:
    os.kill(pid, 9)
_, status = os.waitpid(pid, 0)
print(json.dumps({"code": os.waitstatus_to_exitcode(status), "seen": seen, "left": [s[0] for s in steps]}))
