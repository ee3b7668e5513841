import { runAsProcess, withServices } from './command.ts'

// `npm run backup` makes a backup now.

export const command = withServices(async ({ backups }, { say }) => {
  const { file, bytes, audit } = await backups.make()
  say(`Backup of ${Math.ceil(bytes / 1024).toLocaleString('en-US')} KB: ${file}`)
  if (audit && audit.count > 0) say(`Audit trail head in this backup: ${audit.count}:${audit.hmac}`)
  if ((await backups.state()).onDiskOfData)
    say('BACKUP_DIR is on the same disk as the data. Keep a copy elsewhere in case that disk fails.')
})

if (import.meta.main) await runAsProcess(command)
