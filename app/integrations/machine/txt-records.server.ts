import { Resolver } from 'node:dns/promises'

const patienceMs = 3_000

/** TXT records of a name, each as one text; none is an empty list. Throws when no name server answers. */
export async function txtRecords(name: string): Promise<string[]> {
  try {
    const records = await new Resolver({ timeout: patienceMs, tries: 1 }).resolveTxt(name)
    return records.map((parts) => parts.join(''))
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENODATA' || error.code === 'ENOTFOUND')) return []
    throw error
  }
}
