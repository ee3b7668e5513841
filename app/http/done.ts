import { redirect } from 'react-router'
import { doneId, returnField } from '#app/domain/shared/done.ts'
import type { RequestContext } from './context.ts'
import { type FlashName, setFlash } from './flash.ts'
import type { Typed } from './parse-form.ts'
import { intentOf, patternOf, rolesFor } from './rights.server.ts'
import { safeRedirectPath } from './safe-redirect-path.ts'

type Done = {
  /** The page of what was acted on. */
  record: string
  text: string
  /** The fields that take the act back, posted to `record` or `undoPath`. */
  undo?: Typed | undefined
  undoPath?: string
}

/**
 * After an act on a record: back to the page it was pressed on, else to the record. The dashboard's frame shows the text
 * there, with Undo if the act has one.
 */
export function redirectDone(
  context: RequestContext,
  typed: Typed,
  done: Done | { record: string; flash: FlashName; about?: string },
) {
  const { record } = done
  if ('flash' in done) setFlash(context, done.flash, done.about)
  else {
    const { text, undo: fields, undoPath: action = record } = done
    setFlash(context, { text, undo: fields && requireSender({ action, fields }) })
  }
  const wanted = safeRedirectPath(typed[returnField])
  const path = wanted && /^\/admin(?=[/?]|$)/.test(wanted) ? wanted : record
  return redirect(`${path}#${doneId}`, 303)
}

/** An Undo that no role may send is a fault of the act that offers it. */
function requireSender(undo: { action: string; fields: Typed }) {
  const pattern = patternOf(undo.action)
  const intent = intentOf(pattern, undo.fields)
  if (rolesFor(pattern, intent).length === 0) throw new Error(`nobody may send '${intent}' to '${pattern}' as Undo`)
  return undo
}
