import { redirect } from 'react-router'
import { doneId, returnField } from '#app/domain/shared/done.ts'
import type { RequestContext } from './context.ts'
import { setFlash } from './flash.ts'
import type { Typed } from './parse-form.ts'
import { intentOf, patternOf, rolesFor } from './rights.server.ts'
import { safeRedirectPath } from './safe-redirect-path.ts'

export type UndoFields = Record<string, string | number>

type Done = {
  /** The page of what was acted on. */
  record: string
  /** Without it, nothing is said. */
  text: string | undefined
  /** The fields that take the act back, posted to `record` or `undoPath`. */
  undo?: UndoFields | undefined
  undoPath?: string
}

/**
 * After an act on a record: back to the page it was pressed on, else to the record. The dashboard's frame shows the text
 * there, with Undo if the act has one.
 */
export function redirectDone(context: RequestContext, typed: Typed, { record, text, undo, undoPath = record }: Done) {
  if (text !== undefined) setFlash(context, { text, undo: undo && toUndo(undoPath, undo) })
  const wanted = safeRedirectPath(typed[returnField])
  const path = wanted && /^\/admin(?=[/?]|$)/.test(wanted) ? wanted : record
  return redirect(`${path}#${doneId}`, 303)
}

/** An Undo that no role may send is a fault of the act that offers it. */
function toUndo(action: string, undo: UndoFields) {
  const fields = Object.fromEntries(Object.entries(undo).map(([name, value]) => [name, String(value)]))
  const pattern = patternOf(action)
  const intent = intentOf(pattern, fields)
  if (rolesFor(pattern, intent).length === 0) throw new Error(`nobody may send '${intent}' to '${pattern}' as Undo`)
  return { action, fields }
}
