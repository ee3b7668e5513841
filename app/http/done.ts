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
  /** What takes the act back: fields that are posted to `record`, or to `action`. */
  undo?: { action?: string; fields: Typed } | undefined
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
  else setFlash(context, { text: done.text, undo: done.undo && requireSender({ action: record, ...done.undo }) })
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
