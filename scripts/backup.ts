import { runWithServices } from './run-command.ts'

// `npm run backup` makes a backup now.

await runWithServices(async ({ backups }) => {
  const { file, bytes, audit } = await backups.make()
  console.log(`Backup of ${Math.ceil(bytes / 1024).toLocaleString('en-US')} KB: ${file}`)
  if (audit && audit.count > 0) console.log(`Audit trail head in this backup: ${audit.count}:${audit.hmac}`)
  if ((await backups.state()).onDiskOfData)
    console.log('BACKUP_DIR is on the same disk as the data. Keep a copy elsewhere in case that disk fails.')
})
