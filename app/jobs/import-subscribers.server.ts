import { checkImport } from '#app/domain/newsletter/imports/check-import.server.ts'
import { deleteImport } from '#app/domain/newsletter/imports/import-retention.server.ts'
import { deleteFile } from '#app/domain/newsletter/imports/import-file.server.ts'
import { isAsking } from '#app/domain/newsletter/imports/read-import.server.ts'
import { findImport } from '#app/domain/newsletter/imports/imports.server.ts'
import { runImport } from '#app/domain/newsletter/imports/run-import.server.ts'
import type { Payload } from '#app/queue/payloads.ts'
import type { Services } from '#app/services.server.ts'

/** Resumes an import in its state: the dry run, the import itself, or the deletion of its data. */
export async function importSubscribers(services: Services, { importId }: Payload<'import-subscribers'>) {
  const { database } = services
  const before = await findImport(database, importId)
  if (before?.state === 'checking') await checkImport(services, before)
  if (before?.state === 'importing') await runImport(services, importId)
  const after = await findImport(database, importId)
  if (after?.state === 'discarded') await deleteImport(services, importId)
  // The stored lines now hold all that is needed of the file.
  else if (after && !isAsking(after) && after.state !== 'receiving' && after.state !== 'checking')
    await deleteFile(database, importId)
}
