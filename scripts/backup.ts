import { CannotBackUp } from '../app/database/backups/unusable.ts'
import { giveUp, openForCommand } from './open-for-command.ts'

// `npm run backup` makes a backup now, beside a running site or without one.

const services = await openForCommand()
try {
  const { file, bytes, audit } = await services.backups.make()
  console.log(`Backup of ${Math.ceil(bytes / 1024).toLocaleString('en-US')} KB: ${file}`)
  if (audit && audit.count > 0) console.log(`Audit trail head in this backup: ${audit.count}:${audit.hmac}`)
  if ((await services.backups.state()).onDiskOfData)
    console.log('BACKUP_DIR is on the same disk as the data. Keep a copy elsewhere in case that disk fails.')
} catch (error) {
  if (error instanceof CannotBackUp) giveUp(error.message)
  throw error
} finally {
  services.mail.close()
  await services.database.close()
}
