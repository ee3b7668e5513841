import { nextBackupAt } from '#app/domain/today/backup-health.ts'
import { BusyError } from '#app/operator-error.ts'
import type { JobOutcome, Payload, JobContext } from '#app/queue/payloads.ts'
import type { Services } from '#app/services.server.ts'

/** The nightly backup; the drill follows it. */
export async function makeBackup(
  { backups, queue, log }: Pick<Services, 'backups' | 'queue' | 'log'>,
  { newest }: Payload<'make-backup'>,
  { stopping }: JobContext,
): Promise<JobOutcome> {
  if (newest !== undefined && (await isMadeMeanwhile(backups, newest))) return
  const made = await unlessBusy(() => backups.make({ signal: stopping }))
  if (!made) return { state: 'again', at: Date.now() + busyForMs }
  const { bytes, audit } = made.result
  log.info({ bytes, auditHead: audit }, 'a backup was made')
  return { state: 'done', record: (tx) => queue.enqueue(tx, 'drill-backup', {}, { uniqueKey: 'drill-backup' }) }
}

/** Another process may have enqueued this job before it saw that the night's backup was made. */
async function isMadeMeanwhile(backups: Services['backups'], newest: number) {
  const [state, now] = [await backups.state(), Date.now()]
  return (state.madeAt ?? 0) !== newest && nextBackupAt(state, now) > now
}

/** Restores the newest backup next to the data, to check that it can be restored. */
export async function drillBackup({ backups, log }: Pick<Services, 'backups' | 'log'>): Promise<JobOutcome> {
  const tried = await unlessBusy(() => backups.drill())
  if (!tried) return { state: 'again', at: Date.now() + busyForMs }
  if (tried.result !== undefined) log.error({ fault: tried.result }, 'the newest backup cannot be restored')
}

const busyForMs = 60_000

/** Undefined while another process makes a backup or tests one, which is no failure. */
async function unlessBusy<Result>(work: () => Promise<Result>) {
  try {
    return { result: await work() }
  } catch (error) {
    if (error instanceof BusyError) return undefined
    throw error
  }
}
