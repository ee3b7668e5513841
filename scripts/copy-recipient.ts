import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { recoverySheetName } from '../content/recovery-sheet.ts'
import { createKeyPair } from '../app/vault/age.server.ts'
import { runWithServices } from './run-command.ts'

// `npm run copy:recipient` makes the pair of keys of the continuous copy: the public one for COPY_RECIPIENT, and the private
// one, which is only on the recovery sheet that this writes.

await runWithServices(async ({ config, formatRecoverySheet }) => {
  const { identity, recipient } = await createKeyPair()
  const file = join(config.dataDir, recoverySheetName)
  writeFileSync(file, await formatRecoverySheet(identity), { mode: 0o600 })
  console.log(`COPY_RECIPIENT=${recipient}`)
  console.log(
    `Put this line into the settings. Then print ${file} and delete it: it alone has the private part, without which nobody can restore the copy.`,
  )
})
