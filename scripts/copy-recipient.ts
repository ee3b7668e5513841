import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '../app/config.server.ts'
import { contentFacts } from '../app/domain/clinic/clinic-facts.ts'
import { formatClinicDate } from '../app/domain/shared/clinic-time.ts'
import { createKeyPair } from '../app/vault/age.server.ts'
import { copySheet, copySheetName } from '../content/recovery-sheet.ts'
import { OperatorError } from '../app/operator-error.ts'
import { type Command, runAsProcess } from './command.ts'

// `npm run copy:recipient` makes the pair of keys of the continuous copy: the public one for COPY_RECIPIENT, and the private
// one, which is only on the sheet that this writes.

export const command: Command = async ({ env, say }) => {
  const { dataDir } = readConfig({ ...env, LOG_LEVEL: 'error' })
  const file = join(dataDir, copySheetName)
  if (existsSync(file))
    throw new OperatorError(`${file} is still there: print it and delete it before you make other keys.`)
  const { identity, recipient } = await createKeyPair()
  const now = Date.now()
  const { name, timeZone } = contentFacts(now)
  const sheet = copySheet({ clinicName: name, identity, recipient, made: formatClinicDate(now, timeZone) })
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  writeFileSync(file, sheet, { flag: 'wx', mode: 0o600, flush: true })
  say(`COPY_RECIPIENT=${recipient}`)
  say(
    `Put this line into the settings. Then print ${file} and delete it: it alone has the private part, without which nobody can restore the copy.`,
  )
}

if (import.meta.main) await runAsProcess(command)
