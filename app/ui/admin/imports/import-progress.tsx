import { importPath } from '#app/domain/newsletter/imports/subscriber-import.ts'
import { importPage as words } from '#content/pages/admin-imports.ts'
import type { ShownImport } from './shown-import.ts'

/** Looks again by itself where scripts run; leaving the page stops nothing. */
export function ImportProgress({ shown: { id, state, throughLine, lastLine } }: { shown: ShownImport }) {
  const isImporting = state === 'importing'
  return (
    <div className="list" data-poll={importPath(id)}>
      <p>{isImporting ? words.importing : words.checking}</p>
      <p role="status" id="import-progress">
        {isImporting ? words.of(throughLine, lastLine) : words.read(throughLine)}
      </p>
      {isImporting && <progress max={lastLine} value={throughLine} aria-label={words.progress.importing} />}
      <p>
        <a href={importPath(id)}>{words.look}</a>
      </p>
    </div>
  )
}
