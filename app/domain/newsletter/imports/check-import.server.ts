import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Database } from '#app/database/connection.server.ts'
import type { Tx } from '#app/database/tables.ts'
import { emailAddress } from '#app/domain/shared/email-address.ts'
import type { Signer } from '#app/vault/signing.server.ts'
import { type AddressFile, type FileLine, OpenQuotes, readAddressFile } from './address-file.server.ts'
import { keptFile } from './import-file.server.ts'
import { isOffByName } from './off-words.ts'
import { type ImportReading, readingOf } from './import-reading.ts'
import { keepLines } from './import-lines.server.ts'
import { type ImportRow, moveImport } from './imports.server.ts'
import { standingOf } from './standing.server.ts'
import { type FileProblem, mostLines, type CheckedLine } from './subscriber-import.ts'

type Deps = { database: Database; signer: Pick<Signer, 'fingerprint' | 'fingerprints'> }

const atOnce = 500

/**
 * The dry run: reads the file and keeps for each line what would be done with it, some lines in a transaction. A run
 * that was killed reads the file anew and goes on behind the last line it kept. A file that says something about who
 * may be mailed that nobody but the clinic can read is asked about first, and no line of it is kept before.
 */
export async function checkImport(deps: Deps, row: ImportRow) {
  const { id, throughLine: doneBefore } = row
  const { database } = deps
  const file = await read(database, id)
  if (!file.ok) return refuse(database, id, file.problem)
  const reading = readingOf(row) ?? (await keepReading(database, row, file))
  if (!reading) return
  const seen = new Set<string>()
  let through = doneBefore
  let lineCount = 0
  let batch: CheckedLine[] = []

  async function keep() {
    const last = batch.at(-1)
    if (!last) return true
    const lines = batch
    batch = []
    const kept = await database.transaction((tx) => keepChecked({ tx, ...deps }, id, lines, through))
    through = last.line
    await nextTurn()
    return kept
  }

  try {
    const off = reading.offByName ? undefined : await addressesOff(file, reading)
    for await (const line of file.lines(reading.questions)) {
      lineCount += 1
      if (lineCount > mostLines) return await refuse(database, id, 'too-many-lines')
      const checked = checkedAlone(line, { seen, isOff: (address) => off?.has(address) ?? true })
      if (line.line <= doneBefore) continue
      batch.push(checked)
      // Discarded meanwhile, or another worker has it.
      if (batch.length === atOnce && !(await keep())) return
    }
  } catch (error) {
    if (error instanceof OpenQuotes) return await refuse(database, id, 'quotes')
    throw error
  }
  if (await keep()) await end(database, id, through)
}

async function read(database: Database, id: string): Promise<AddressFile> {
  try {
    return await readAddressFile(() => keptFile(database, id))
  } catch (error) {
    if (error instanceof OpenQuotes) return { ok: false, problem: 'quotes' }
    throw error
  }
}

/** Answers undefined when the clinic is to be asked first, or another worker has the file. */
async function keepReading(
  database: Database,
  { id, fileName }: ImportRow,
  { service, questions }: Pick<Extract<AddressFile, { ok: true }>, 'service' | 'questions'>,
) {
  const offByName = isOffByName(fileName ?? '')
  const reading: ImportReading = { service, offByName, questions: offByName ? [] : questions }
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

async function end(database: Database, id: string, through: number) {
  await database.transaction((tx) =>
    moveImport(tx, id, ['checking'], { state: 'checked', lastLine: through, throughLine: 0 }, through),
  )
}

async function refuse(database: Database, id: string, problem: FileProblem) {
  await database.transaction((tx) =>
    moveImport(tx, id, ['checking'], { state: 'refused', problem, endedAt: Date.now() }),
  )
}

/** An export of several lists has a line for each list that a person is on: 'off' on one of them counts. */
async function addressesOff(file: Extract<AddressFile, { ok: true }>, { questions }: ImportReading) {
  const off = new Set<string>()
  for await (const { text, isOff } of file.lines(questions)) {
    const address = isOff ? emailAddress.safeParse(text).data : undefined
    if (address) off.add(address)
  }
  return off
}

/** As far as the file itself tells; whoever is not on the list yet would be added. */
function checkedAlone(
  { line, text, name, signedUp }: FileLine,
  { seen, isOff }: { seen: Set<string>; isOff(address: string): boolean },
): CheckedLine {
  const parsed = emailAddress.safeParse(text)
  if (!parsed.success) return { line, address: shown(text), outcome: 'malformed', ...nothing }
  const address = parsed.data
  if (seen.has(address)) return { line, address, outcome: 'duplicate', ...nothing }
  seen.add(address)
  if (isOff(address)) return { line, address, outcome: 'not-subscribed', ...nothing }
  return { line, address, outcome: 'added', name, signedUp }
}

/** Of people who are not added nothing is kept but the address. */
const nothing = { name: null, signedUp: null }

/** Enough to recognise it by; it may be anything. */
const shown = (text: string) =>
  text
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .slice(0, 100)
    .toWellFormed()

async function keepChecked(
  deps: { tx: Tx; signer: Deps['signer'] },
  id: string,
  lines: CheckedLine[],
  through: number,
) {
  const last = lines.at(-1)?.line ?? through
  if (!(await moveImport(deps.tx, id, ['checking'], { throughLine: last, lastLine: last }, through))) return false
  const fresh = lines.filter(({ outcome }) => outcome === 'added')
  const standing = await standingOf(
    deps,
    fresh.map(({ address }) => address),
  )
  await keepLines(
    deps.tx,
    id,
    lines.map((line) => {
      const outcome = line.outcome === 'added' ? standing.get(line.address) : undefined
      return outcome ? { ...line, ...nothing, outcome } : line
    }),
  )
  return true
}
