import { checkImport } from '#app/domain/newsletter/imports/check-import.server.ts'
import { eraseImport } from '#app/domain/newsletter/imports/forget-imports.server.ts'
import { eraseFile } from '#app/domain/newsletter/imports/import-file.server.ts'
import { isAsking } from '#app/domain/newsletter/imports/import-reading.ts'
import { findImport, giveUpImport } from '#app/domain/newsletter/imports/imports.server.ts'
import { runImport } from '#app/domain/newsletter/imports/run-import.server.ts'
import type { JobHandler, Payload } from '#app/queue/payloads.ts'
import type { Services } from '#app/services.server.ts'

/** Goes on with an import where it stands: its dry run, the import itself, or erasing what it held. */
export async function importSubscribersJob(services: Services, { importId }: Payload<'import-subscribers'>) {
  const { database } = services
  const found = await findImport(database, importId)
  if (found?.state === 'checking') await checkImport(services, found)
  if (found?.state === 'importing') await runImport(services, importId)
  const now = await findImport(database, importId)
  if (now?.state === 'discarded') await eraseImport(services, importId)
  // From here on the lines say everything that is needed of it.
  else if (now && !isAsking(now) && now.state !== 'receiving' && now.state !== 'checking')
    await eraseFile(database, importId)
}

/** The admin sees that it did not go on, and can try again. */
export const importFailed: NonNullable<JobHandler<Services, 'import-subscribers'>['failed']> = (tx, { importId }) =>
  giveUpImport(tx, importId, Date.now())
