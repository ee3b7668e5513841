import { data, redirect } from 'react-router'
import { findTablet, touchTablet } from '#app/domain/booking/forms/tablet.server.ts'
import { tabletPath } from '#app/domain/shared/go-to-tablet.ts'
import { servicesContext } from '#app/http/context.ts'
import { typedFields } from '#app/http/parse-form.ts'
import { submit } from '#app/http/submit.server.ts'
import { readTablet } from '#app/http/tablet.server.ts'
import type { Route } from './+types/tablet-draft.ts'

export const loader = () => redirect(tabletPath)

/**
 * Keeps what was typed. The page's script says how long it may go on showing it: 204, or 409 when the time is over.
 * Without scripts the button for staff posts here.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext)
  const now = Date.now()
  const { form: formId = '', intent = '', ...typed } = await typedFields(request)
  const act = intent === 'touch' || intent === 'close' ? intent : 'save'
  return submit(
    context,
    async () => {
      const id = readTablet(request, context)
      const tablet = id === undefined ? undefined : await findTablet(services, id, now)
      if (!tablet) return redirect(tabletPath, 303)
      // A touch comes without the fields while nothing was typed.
      const hasFields = typed.text !== undefined
      const isOpen = await touchTablet(services, tablet, { formId, typed: hasFields ? typed : undefined, act, now })
      if (intent === 'staff') return redirect(`${tabletPath}/staff`, 303)
      return new Response(null, { status: isOpen ? 204 : 409 })
    },
    () => {
      throw data(null, { status: 503 })
    },
  )
}
