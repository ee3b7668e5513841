import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

/** What a running process holds and has used, as the operating system counts it. */
type Usage = { residentMb: number; cpuSeconds: number }

export const readUsage = (pid: number): Usage => (existsSync(`/proc/${pid}/stat`) ? fromProc(pid) : fromPs(pid))

/** Linux counts CPU time in hundredths of a second for programs, whatever the kernel's own tick is. */
const ticksPerSecond = 100

function fromProc(pid: number): Usage {
  // The name in parentheses may hold spaces; everything after it is numbers. utime and stime are fields 14 and 15.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return {
    residentMb: Number(kilobytes) / 1024,
    cpuSeconds: (Number(fields[11]) + Number(fields[12])) / ticksPerSecond,
  }
}

function fromPs(pid: number): Usage {
  const [rss, time = ''] = execFileSync('ps', ['-o', 'rss=,time=', '-p', String(pid)], { encoding: 'utf8' })
    .trim()
    .split(/\s+/)
  const cpuSeconds = time.split(':').reduce((total, part) => total * 60 + Number(part), 0)
  return { residentMb: Number(rss) / 1024, cpuSeconds }
}
