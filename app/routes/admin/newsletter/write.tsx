import '#app/ui/styles/page-editor.css'
import { useState } from 'react'
import { Link, redirect, type ShouldRevalidateFunctionArgs } from 'react-router'
import { newsletterFields } from '#app/domain/newsletter-blocks/newsletter-block.ts'
import { noTexts } from '#app/domain/newsletter-blocks/newsletter-texts.server.ts'
import { findCampaign } from '#app/domain/newsletter/campaigns.server.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { AdminPage } from '#app/http/admin-page.tsx'
import { servicesContext } from '#app/http/context.ts'
import { loadOr503 } from '#app/http/load.ts'
import { typedFields } from '#app/http/parse-form.ts'
import { requireId } from '#app/http/require-id.ts'
import { orServiceUnavailable } from '#app/http/service-unavailable.server.ts'
import { FormattedField } from '#app/ui/editor/formatted-field.tsx'
import { stampOf } from '#app/domain/newsletter/draft-stamp.server.ts'
import { useAutosave } from '#app/ui/editor/use-autosave.ts'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { fieldState } from '#app/ui/forms/field-state.ts'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { ProblemSummary } from '#app/ui/forms/problem-summary.tsx'
import { Field } from '#app/ui/primitives/field.tsx'
import { IntentButton } from '#app/ui/primitives/intent-button.tsx'
import { listInserts, type Saved, saveNewsletter } from './write.server.ts'
import { writeWords as words } from './words.ts'
import type { Route } from './+types/write.ts'

/** An address without a newsletter is a new one. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const id = requireId(params.id)
  const campaign = await loadOr503(context, () => findCampaign(services.database, id))
  if (campaign && (campaign.state !== 'draft' || campaign.body === undefined))
    throw redirect(campaign.state === 'draft' ? `/admin/newsletter?edit=${id}` : `/admin/newsletter/${id}`)
  await loadOr503(context, () => services.pictures.reload())
  return {
    id,
    stamp: stampOf(campaign),
    texts: {
      subject: campaign?.subject ?? noTexts.subject,
      intro: campaign?.intro ?? noTexts.intro,
      body: campaign?.body ?? noTexts.body,
    },
    inserts: await loadOr503(context, () => listInserts(services)),
  }
}

export async function action({ params, request, context }: Route.ActionArgs) {
  return orServiceUnavailable(request, context, async (posted) =>
    saveNewsletter(context, requireId(params.id), await typedFields(posted)),
  )
}

/** Saving by itself leaves the form as it is. */
export const shouldRevalidate = ({ formData, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  formData?.get('intent') !== 'autosave' && defaultShouldRevalidate

export default function WritePage({ loaderData, actionData: posted }: Route.ComponentProps) {
  const { id, texts, stamp, inserts } = loaderData
  const form: FormState = (posted && 'form' in posted ? posted.form : posted) ?? {}
  const { props, saved, conflict, status } = useAutosave<Saved>({ action: `/admin/newsletter/${id}/write` })
  const answered = posted && 'form' in posted ? (posted.form.values?.over ?? posted.autosaved?.revision) : undefined
  const over = useNewest(
    { of: saved, stamp: saved?.revision },
    { of: posted, stamp: answered },
    { of: loaderData, stamp },
  )
  const { subject, intro, body } = newsletterFields
  return (
    <AdminPage title={words.title} aside={<Link to="/admin/newsletter">{words.all}</Link>}>
      <div className="newsletter-write">
        <ActionForm className="stack" noValidate {...props}>
          <FormOutcome form={form} />
          {conflict && (
            <FormOutcome form={{ error: conflict.error, advice: words.autosave.conflict }} outcome="conflict" />
          )}
          <input type="hidden" name="over" value={over} />
          <ProblemSummary form={form} heading="h2" />
          <Field
            label={subject.label}
            name="subject"
            {...fieldState(form, 'subject', texts.subject)}
            autoComplete="off"
          />
          <Field
            label={intro.label}
            hint={words.introHint}
            name="intro"
            {...fieldState(form, 'intro', texts.intro)}
            optional
            autoComplete="off"
          />
          <FormattedField
            label={body.label}
            name="body"
            hint={words.blocksHint}
            {...fieldState(form, 'body', texts.body)}
            most={body.max}
            headings
            inserts={inserts}
          />
          <div className="row">
            {/* First, so that Enter in a field keeps what was typed. */}
            <IntentButton intent="save" kind="line" text={words.save} pending={words.saving} />
            <IntentButton intent="review" text={words.review} />
          </div>
          <p className="hint" role="status">
            {status === 'idle' ? saved && words.kept : words.autosave[status]}
          </p>
        </ActionForm>
        {over !== '' && <Previews id={id} stamp={over} />}
      </div>
    </AdminPage>
  )
}

type Known = { of: unknown; stamp: string | undefined }

/** The stamp that came last: of what was saved by itself, answered to a button, or loaded. */
function useNewest(...known: [...Known[], { of: unknown; stamp: string }]) {
  const last = (fresh: Known[]) => fresh.find(({ stamp }) => stamp !== undefined)?.stamp
  const [seen, setSeen] = useState({ known, newest: last(known) ?? '' })
  const fresh = known.filter(({ of }, index) => of !== seen.known[index]?.of)
  if (fresh.length > 0) setSeen({ known, newest: last(fresh) ?? seen.newest })
  return seen.newest
}

/** `stamp`: of what is kept; another one draws them again. */
function Previews({ id, stamp }: { id: string; stamp: string }) {
  const src = `/admin/newsletter/${id}/preview`
  const { heading, phone, desktop, text } = words.preview
  return (
    <section className="newsletter-previews" aria-labelledby="preview">
      <h2 id="preview">{heading}</h2>
      <div>
        <iframe key={`desktop-${stamp}`} className="newsletter-desktop" src={src} title={desktop} />
        <iframe key={`phone-${stamp}`} className="newsletter-phone" src={src} title={phone} />
      </div>
      <p>
        <a href={`${src}?as=text`} target="_blank" rel="noreferrer">
          {text}
        </a>
      </p>
    </section>
  )
}
