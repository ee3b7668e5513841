import '#app/ui/styles/errands.css'
import { redirect } from 'react-router'
import { toFindAppointmentLead } from '#app/domain/booking/find-appointment-lead.ts'
import { askForLinks } from '#app/domain/booking/new-link.server.ts'
import { newLinkForm } from '#app/domain/booking/forms/patient-forms.server.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { servicesContext } from '#app/http/context.ts'
import { setFlash, takeFlash } from '#app/http/flash.ts'
import { readPage } from '#app/http/page-kind.ts'
import { typedFields } from '#app/http/parse-form.ts'
import { submitPublicForm } from '#app/http/public-form.server.ts'
import { getTexts } from '#app/http/texts.server.ts'
import { useSite } from '#app/http/site.ts'
import { CenterCard } from './parts/center-card.tsx'
import { NewLinkForm } from './parts/new-link-form.tsx'
import { outcomeId } from '#app/ui/forms/field-state.ts'
import { newLinkPage as words } from '#content/pages/appointment.ts'
import type { Route } from './+types/new-link.ts'

export const handle = readPage()

export function loader({ request, context }: Route.LoaderArgs) {
  const { emailsLeave } = context.get(servicesContext)
  const isAsked = takeFlash(request, context, ['links-asked']) !== undefined
  const texts = getTexts(context, 'find-appointment')
  const form: FormState = isAsked ? { notice: emailsLeave ? words.sent : texts.kept } : {}
  return { texts, form }
}

/** The same answer for every address (product decisions, 'Sign-in errors'). */
export async function action({ request, context }: Route.ActionArgs) {
  const form = { schema: newLinkForm, button: words.button, failure: words.failure }
  return submitPublicForm(context, await typedFields(request), form, async ({ email }, sender) => {
    const asked = await askForLinks(context.get(servicesContext), { email, sender, now: Date.now() })
    if (!asked.ok) return asked
    setFlash(context, 'links-asked')
    return redirect(`/appointments#${outcomeId}`, 303)
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
