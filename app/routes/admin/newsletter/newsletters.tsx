import { randomUUID } from 'node:crypto'
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from 'react-router'
import { getLatestPosts } from '#app/domain/blog/posts.server.ts'
import { campaignForm } from '#app/domain/newsletter/campaign-form.ts'
import { draftCampaign, findCampaign, listCampaigns } from '#app/domain/newsletter/campaigns.server.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { getActor } from '#app/http/admin.server.ts'
import { servicesContext } from '#app/http/context.ts'
import { checkFields, typedFields } from '#app/http/parse-form.ts'
import { serviceUnavailable } from '#app/http/service-unavailable.server.ts'
import { useSite } from '#app/http/site.ts'
import { submit } from '#app/http/submit.server.ts'
import { AdminPage } from '#app/ui/admin/admin-page.tsx'
import { NewsletterForm } from '#app/ui/admin/newsletter/newsletter-form.tsx'
import { NewsletterHistory } from '#app/ui/admin/newsletter/newsletter-history.tsx'
import { newslettersPage } from '#content/pages/admin-newsletter.ts'
import { rowOf } from './newsletter-view.ts'

const mostListed = 100

export async function loader({ request, context }: LoaderFunctionArgs) {
  const services = context.get(servicesContext)
  const { database, config } = services
  const edited = new URL(request.url).searchParams.get('edit')
  const draft = edited ? await findCampaign(database, edited) : undefined
  const blog = await getLatestPosts(services)
  const now = Date.now()
  return {
    draft: draft?.state === 'draft' ? draft.id : randomUUID(),
    values: draft && { url: draft.url, subject: draft.subject ?? '', intro: draft.intro ?? '' },
    posts:
      blog.kind === 'loaded'
        ? blog.posts.map(({ title, url }) => ({ title, url: new URL(url, config.publicOrigin).href }))
        : [],
    rows: (await listCampaigns(database, mostListed)).map((campaign) => rowOf(campaign, now)),
  }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const services = context.get(servicesContext)
  const copy = request.clone()
  const typed = await typedFields(request)
  const answer = (status: number, form: FormState) => data({ ...form, values: typed }, { status })
  const checked = checkFields(typed, campaignForm)
  if (!checked.ok) return answer(400, { fieldErrors: checked.errors })
  const { draft: id, ...words } = checked.values
  const draft = async () => {
    // If it has been sent in the meantime, from another tab or after Back, its page shows the result.
    await draftCampaign(services, getActor(context), { id, ...words, now: Date.now() })
    return redirect(`/admin/newsletter/${id}`, 303)
  }
  return submit(context, draft, () => serviceUnavailable(copy, context))
}

export default function Newsletters() {
  const { draft, values, posts, rows } = useLoaderData<typeof loader>()
  const { clinic } = useSite()
  const posted: FormState | undefined = useActionData<typeof action>()
  const form: FormState = posted ?? { ...(values && { values }) }
  return (
    <AdminPage title={newslettersPage.title} clinic={clinic}>
      <div className="stack">
        <NewsletterForm clinic={clinic} draft={form.values?.draft ?? draft} posts={posts} form={form} />
        <NewsletterHistory rows={rows} />
      </div>
    </AdminPage>
  )
}
