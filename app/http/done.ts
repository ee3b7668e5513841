import { redirect } from 'react-router'
import { doneId, returnField } from '#app/domain/shared/done.ts'
import type { RequestContext } from './context.ts'
import { type Flash, setFlash } from './flash.ts'
import { safeRedirectPath } from './safe-redirect-path.ts'
import type { Typed } from './parse-form.ts'

/**
 * After an act on a record: back to the page it was pressed on, else to the record. The dashboard's frame shows the
 * flash there, with Undo if the act has one.
 */
export function redirectDone(
  context: RequestContext,
  typed: Typed,
  { record, flash, about }: { record: string; flash: Flash; about?: string },
) {
  setFlash(context, flash, about)
  const wanted = safeRedirectPath(typed[returnField])
  const path = wanted && /^\/admin(?=[/?]|$)/.test(wanted) ? wanted : record
  return redirect(`${path}#${doneId}`, 303)
}
