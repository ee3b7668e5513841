import type { ImportReading } from '#app/domain/newsletter/imports/import-reading.ts'
import { Note } from '#app/ui/primitives/note.tsx'
import { importPage as words } from '#content/pages/admin-imports.ts'

/** Where the file comes from, as its columns tell, and what of it is not read. */
export function AboutFile({ reading }: { reading: ImportReading | undefined }) {
  const { service, ofPatients, refused = [], blanked = [] } = reading ?? {}
  return (
    <>
      {refused.length > 0 && <Note kind="warn">{words.refusedColumns(refused.join(', '))}</Note>}
      {blanked.length > 0 && <Note kind="warn">{words.blankedColumns(blanked.join(', '))}</Note>}
      {ofPatients ? (
        <Note kind="info">{words.patients(service)}</Note>
      ) : (
        service && <p className="hint">{words.service(service)}</p>
      )}
    </>
  )
}
