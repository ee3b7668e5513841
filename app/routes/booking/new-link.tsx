import '#app/ui/styles/shop-and-booking.css'
import { toFindAppointmentLead } from '#app/domain/booking/find-appointment-lead.ts'
import { askForLinks } from '#app/domain/booking/new-link.server.ts'
import { newLinkForm } from '#app/domain/booking/forms/patient-forms.server.ts'
import { servicesContext } from '#app/http/context.ts'
import { redirectWithFlash, takeNotice } from '#app/http/flash.ts'
import { readPage } from '#app/http/page-kind.ts'
import { typedFields } from '#app/http/parse-form.ts'
import { submitPublicForm } from '#app/http/public-form.server.ts'
import { getTexts } from '#app/http/texts.server.ts'
import { useSite } from '#app/http/site.ts'
import { CenterCard } from './parts/center-card.tsx'
import { NewLinkForm } from './parts/new-link-form.tsx'
import { newLinkPage as words } from '#content/pages/appointment.ts'
import type { Route } from './+types/new-link.ts'

export const handle = readPage()

export function loader({ request, context }: Route.LoaderArgs) {
  return { texts: getTexts(context, 'find-appointment'), form: takeNotice(request, context, '/appointments') }
}

/** The same answer for every address (product decisions, 'Sign-in errors'). */
export async function action({ request, context }: Route.ActionArgs) {
  const form = { schema: newLinkForm, button: words.button, failure: words.failure }
  return submitPublicForm(context, await typedFields(request), form, async ({ email }, sender) => {
    const services = context.get(servicesContext)
    const asked = await askForLinks(services, { email, sender, now: Date.now() })
    if (!asked.ok) return asked
    const text = services.emailsLeave ? words.sent : getTexts(context, 'find-appointment').kept
    return redirectWithFlash(context, '/appointments', { text })
  })
}

export default function NewLink({ loaderData: { texts, form }, actionData: posted }: Route.ComponentProps) {
  const site = useSite()
  const lead = toFindAppointmentLead(texts, site)
  return (
    <CenterCard page={{ ...texts, lead }} site={site} path="/appointments">
      {!site.keepsEmails && <NewLinkForm clinic={site.clinic} form={posted?.form ?? form} />}
    </CenterCard>
  )
}
