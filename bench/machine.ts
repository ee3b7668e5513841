import { availableParallelism, cpus, loadavg, totalmem } from 'node:os'

/** Enough to compare figures by; nothing that names the machine. */
export const machine = () => ({
  cores: availableParallelism(),
  processor: cpus()[0]?.model.trim() || 'unknown',
  memoryGb: Math.round(totalmem() / 1024 ** 3),
  system: `${process.platform} ${process.arch}`,
  node: process.version,
  /** Load average of the last minute: above the number of cores, times mean little. */
  busy: Number((loadavg()[0] ?? 0).toFixed(1)),
})
