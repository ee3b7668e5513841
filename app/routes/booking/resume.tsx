import '#app/ui/styles/shop-and-booking.css'
import { redirect } from 'react-router'
import { resumeDraft } from '#app/domain/booking/drafts.server.ts'
import { newLinkForm } from '#app/domain/booking/forms/patient-forms.server.ts'
import { findDraftToResume, findOpenDraft, saveDraft } from '#app/http/booking-draft.server.ts'
import { pageContext, servicesContext } from '#app/http/context.ts'
import { readPage } from '#app/http/page-kind.ts'
import { typedFields } from '#app/http/parse-form.ts'
import { loadOr503 } from '#app/http/load.ts'
import { showForm, submitForm } from '#app/http/submit.server.ts'
import { getTexts } from '#app/http/texts.server.ts'
import { useSite } from '#app/http/site.ts'
import { fieldState, outcomeId } from '#app/ui/forms/field-state.ts'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { Button } from '#app/ui/primitives/button.tsx'
import { Field } from '#app/ui/primitives/field.tsx'
import { CenterCard } from './parts/center-card.tsx'
import { StartOverButton } from './parts/start-over.tsx'
import { resumePage as words } from '#content/pages/booking.ts'
import type { Route } from './+types/resume.ts'

export const handle = readPage()

const gone = () => redirect(`/booking?gone#${outcomeId}`, 303)

export async function loader({ request, context }: Route.LoaderArgs) {
  context.get(pageContext).doNotStore()
  const { draft, opened } = await loadOr503(context, async () => ({
    draft: await findDraftToResume(request, context),
    opened: await findOpenDraft(request, context),
  }))
  if (!draft) throw gone()
  if (opened) throw redirect('/booking/time', 303)
  return { texts: getTexts(context, 'booking').resume }
}

export async function action({ request, context }: Route.ActionArgs) {
  const { database, config } = context.get(servicesContext)
  const typed = await typedFields(request)
  const form = { schema: newLinkForm, failure: words.failure }
  return submitForm(context, typed, form, async ({ email }) => {
    const draft = await findDraftToResume(request, context)
    if (!draft) return gone()
    const resumed = await resumeDraft({ database }, draft, { email, isLimited: config.abuseLimits, now: Date.now() })
    if (!resumed.ok) return resumed
    if (!resumed.isTheirs) return showForm(typed, 400, { fieldErrors: { email: words.wrong } })
    saveDraft(context, draft.id)
    return redirect('/booking/time', 303)
  })
}

/** Asks for the draft's email address before showing anything of it. */
export default function ResumeBooking({ loaderData: { texts }, actionData }: Route.ComponentProps) {
  const site = useSite()
  const form = actionData?.form ?? {}
  return (
    <CenterCard page={texts} site={site} path="/booking">
      <section id="resume">
        <FormOutcome form={form} />
        <PostForm className="panel" action={`/booking/resume#${outcomeId}`} offline={words.offline(site.clinic)}>
          <Field
            label={words.email}
            hint={texts.emailHint}
            name="email"
            type="email"
            autoComplete="email"
            {...fieldState(form, 'email')}
          />
          <div className="row">
            <Button>{words.button}</Button>
            <StartOverButton />
          </div>
        </PostForm>
        <p className="hint">{texts.erases}</p>
      </section>
    </CenterCard>
  )
}
