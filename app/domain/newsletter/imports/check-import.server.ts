import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Database } from '#app/database/connection.server.ts'
import type { Tx } from '#app/database/tables.ts'
import { emailAddress } from '#app/domain/shared/email-address.server.ts'
import type { Signer } from '#app/vault/signing.server.ts'
import { type AddressFile, type FileLine, readAddressFile } from './address-file.server.ts'
import { readFile } from './import-file.server.ts'
import { hasOffWord } from './off-words.ts'
import type { ImportReading } from './import-reading.ts'
import { parseReading } from './read-import.server.ts'
import { saveLines } from './import-lines.server.ts'
import { type ImportRow, updateImport } from './imports.server.ts'
import { findKnownAddresses } from './known-addresses.server.ts'
import { withoutSecrets } from './secret-columns.ts'
import { type FileProblem, mostLines, type CheckedLine } from './subscriber-import.ts'

type ReadFile = Extract<AddressFile, { ok: true }>
type Deps = { database: Database; signer: Pick<Signer, 'fingerprint' | 'fingerprints'> }

const batchSize = 500

/**
 * The dry run: reads the file and saves the outcome of each line in batches. After a crash it reads the file again and
 * resumes after the last saved line. If the clinic must first answer what values mean, it stops before the first line.
 */
export async function checkImport(deps: Deps, row: ImportRow) {
  const { id, throughLine: doneBefore } = row
  const { database } = deps
  const file = await readAddressFile(() => readFile(database, id))
  if (!file.ok) return rejectFile(database, id, file.problem, file.service)
  const reading = parseReading(row) ?? (await saveReading(database, row, file))
  if (!reading) return
  const seen = new Set<string>()
  let through = doneBefore
  let lineCount = 0
  let batch: CheckedLine[] = []

  async function saveBatch() {
    const last = batch.at(-1)
    if (!last) return true
    const lines = batch
    batch = []
    const saved = await database.transaction((tx) => saveChecked({ tx, ...deps }, id, lines, through))
    through = last.position
    await yieldToEventLoop()
    return saved
  }

  const off = reading.offByName ? undefined : await findOffAddresses(file, reading)
  for await (const line of file.lines(reading.questions)) {
    lineCount += 1
    if (lineCount > mostLines) return rejectFile(database, id, 'too-many-lines')
    const checked = checkLine(line, { seen, isOff: (address) => off?.has(address) ?? true })
    if (line.position <= doneBefore) continue
    batch.push(checked)
    // Discarded meanwhile, or taken by another worker.
    if (batch.length === batchSize && !(await saveBatch())) return
  }
  if (await saveBatch())
    await database.transaction((tx) =>
      updateImport(tx, id, ['checking'], { state: 'checked', lastLine: through, throughLine: 0 }, through),
    )
}

/** Returns undefined when the clinic has to answer first, or another worker has the file. */
async function saveReading(
  database: Database,
  { id, fileName }: ImportRow,
  { service, questions, ofPatients, refused, blanked }: ReadFile,
) {
  const offByName = hasOffWord(fileName ?? '')
  const reading: ImportReading = {
    service,
    offByName,
    ofPatients,
    refused: refused.map(toShownColumn),
    blanked: blanked.map(toShownColumn),
    questions: offByName ? [] : questions,
  }
  const asks = reading.questions.length > 0
  const change = { reading: JSON.stringify(reading), ...(asks && { state: 'checked' as const }) }
  const { numUpdatedRows } = await database.transaction((tx) =>
    tx
      .updateTable('subscriberImports')
      .set(change)
      .where('id', '=', id)
      .where('state', '=', 'checking')
      .where('reading', 'is', null)
      .executeTakeFirst(),
  )
  return numUpdatedRows === 1n && !asks ? reading : undefined
}

const toShownColumn = ({ name, column }: { name: string; column: number }) => name || String(column + 1)

async function rejectFile(database: Database, id: string, problem: FileProblem, service?: string) {
  const reading = service ? JSON.stringify({ service, offByName: false, questions: [] } satisfies ImportReading) : null
  await database.transaction((tx) =>
    updateImport(tx, id, ['checking'], { state: 'refused', problem, reading, endedAt: Date.now() }),
  )
}

/** An export of several lists has a line for each list of a person: 'off' on one of them counts for all. */
async function findOffAddresses(file: ReadFile, { questions }: ImportReading) {
  const off = new Set<string>()
  for await (const { text, isOff } of file.lines(questions)) {
    const address = isOff ? emailAddress.safeParse(text).data : undefined
    if (address) off.add(address)
  }
  return off
}

/** The outcome by the file alone, without the subscribers that exist. */
function checkLine(
  { line, position, text, name, signedUp }: FileLine,
  { seen, isOff }: { seen: Set<string>; isOff(address: string): boolean },
): CheckedLine {
  const parsed = emailAddress.safeParse(text)
  if (!parsed.success)
    return { line, position, address: toShown(withoutSecrets(text)), outcome: 'malformed', ...nothing }
  const address = parsed.data
  if (seen.has(address)) return { line, position, address, outcome: 'duplicate', ...nothing }
  seen.add(address)
  if (isOff(address)) return { line, position, address, outcome: 'not-subscribed', ...nothing }
  return { line, position, address, outcome: 'added', name, signedUp }
}

/** Of people who are not added, only the address is stored. */
const nothing = { name: null, signedUp: null }

/** A malformed address may be any text. */
const toShown = (text: string) =>
  text
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .slice(0, 100)
    .toWellFormed()

async function saveChecked(
  deps: { tx: Tx; signer: Deps['signer'] },
  id: string,
  lines: CheckedLine[],
  through: number,
) {
  const last = lines.at(-1)?.position ?? through
  if (!(await updateImport(deps.tx, id, ['checking'], { throughLine: last, lastLine: last }, through))) return false
  const added = lines.filter(({ outcome }) => outcome === 'added')
  const known = await findKnownAddresses(deps, added)
  await saveLines(
    deps.tx,
    id,
    lines.map((line) => {
      const outcome = line.outcome === 'added' ? known.get(line.address) : undefined
      return outcome ? { ...line, ...nothing, outcome } : line
    }),
  )
  return true
}
