import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { createInterface } from 'node:readline/promises'
import type { Config } from '../../app/config.server.ts'
import { toOperatorError } from '../../app/database/backups/to-operator-error.ts'
import { gatherCopy } from '../../app/database/copy/gather-copy.server.ts'
import { createObjectStore } from '../../app/integrations/object-store/object-store.server.ts'
import { OperatorError } from '../../app/operator-error.ts'
import { isIdentity } from '../../app/vault/age.server.ts'
import { openCopyLocks } from '../../app/vault/copy-locks.server.ts'

type Deps = { config: Config; encryptionKeys: [string, ...string[]]; say: (line: string) => void }

/** Fetches the continuous copy, makes a backup of it in a folder of its own, and hands that to `restore`. */
export async function restoreFromCopy({ config, encryptionKeys, say }: Deps, restore: (file: string) => Promise<void>) {
  const { copy, dataDir } = config
  if (!copy) throw new OperatorError('COPY_URL: set it, and the other COPY_ settings, as the website had them.')
  const locks = openCopyLocks(await readIdentity(), async () => encryptionKeys)
  await mkdir(dataDir, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    throw toOperatorError(error, `DATA_DIR: ${dataDir}`)
  })
  const folder = await mkdtemp(join(dataDir, 'from-copy-'))
  try {
    const store = createObjectStore(copy)
    const { file, until, changes } = await gatherCopy({ store, locks, log: say }, { folder })
    say(
      `The copy has everything up to ${new Date(until).toISOString()} (a base and ${changes.toLocaleString('en-US')} ${changes === 1 ? 'change' : 'changes'} after it). What was accepted later is lost.`,
    )
    await restore(file)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** From the terminal or a pipe: as an argument or a setting it would stay on the machine. */
async function readIdentity() {
  const line = process.stdin.isTTY ? await askForIdentity() : await text(process.stdin)
  const identity = line.trim().replace(/^COPY_IDENTITY=/, '')
  if (!(await isIdentity(identity)))
    throw new OperatorError(
      'This is not the identity of the copy. It is on the copy’s recovery sheet: AGE-SECRET-KEY-1…',
    )
  return identity
}

async function askForIdentity() {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const line = await terminal.question('COPY_IDENTITY, from the copy’s recovery sheet: ')
  terminal.close()
  return line
}
