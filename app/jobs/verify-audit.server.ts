import { verifyAndSave } from '#app/domain/audit/verifications.server.ts'
import type { Services } from '#app/services.server.ts'

/** Reads the whole audit trail once a day; what comes out is shown to the admin, and a fault is in the log too. */
export async function verifyAuditJob(services: Services) {
  const state = await verifyAndSave(services, Date.now())
  if (!state.ok) services.log.error({ entry: state.entry, fault: state.fault }, 'the audit trail is broken')
}
