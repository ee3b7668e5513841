import { randomUUID } from 'node:crypto'
import { data, Link, redirect } from 'react-router'
import { findTitlesOfPosts, getLatestOfBlog } from '#app/domain/blog/blog.server.ts'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { campaignForm } from '#app/domain/newsletter/campaign-form.server.ts'
import type { Campaign, CampaignCounts } from '#app/domain/newsletter/campaign.ts'
import { stampOf } from '#app/domain/newsletter/draft-stamp.server.ts'
import { draftCampaign, findCampaign, listCampaigns } from '#app/domain/newsletter/campaigns.server.ts'
import { clinicMoment } from '#app/domain/shared/clinic-time.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { AdminPage } from '#app/http/admin-page.tsx'
import { getActor } from '#app/http/admin.server.ts'
import { servicesContext } from '#app/http/context.ts'
import { checkFields, typedFields } from '#app/http/parse-form.ts'
import { orServiceUnavailable } from '#app/http/service-unavailable.server.ts'
import type { Services } from '#app/services.server.ts'
import { EmptyList } from '#app/ui/admin/empty-list.tsx'
import { Table } from '#app/ui/admin/table.tsx'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { namedField } from '#app/ui/forms/field-state.ts'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { ProblemSummary } from '#app/ui/forms/problem-summary.tsx'
import { Button, ButtonLink } from '#app/ui/primitives/button.tsx'
import { Field } from '#app/ui/primitives/field.tsx'
import { showBoth } from './meanwhile.ts'
import { writePath } from './edit-path.ts'
import { newsletterPage, newslettersPage as words } from './words.ts'
import type { Route } from './+types/newsletters.ts'

const mostListed = 100

export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const { database, config } = services
  const edited = new URL(request.url).searchParams.get('edit')
  const draft = edited ? await findCampaign(database, edited) : undefined
  if (draft?.body !== undefined) throw redirect(writePath(draft.id))
  const blog = await getLatestOfBlog(services)
  const now = Date.now()
  return {
    draft: draft?.state === 'draft' ? draft.id : randomUUID(),
    written: randomUUID(),
    form: draft
      ? {
          values: {
            ...{ url: draft.url, subject: draft.subject ?? '', intro: draft.intro ?? '' },
            over: stampOf(draft),
          },
        }
      : {},
    posts:
      blog.kind === 'loaded'
        ? blog.posts.map(({ title, url }) => ({ title, url: new URL(url, config.publicOrigin).href }))
        : [],
    usualSubject: readUsualSubject(services),
    ...(await readCampaigns(services, now)),
  }
}

/** Of a newsletter that has none of its own. */
const readUsualSubject = ({ content, clinic }: Services) =>
  content.read('newsletter-emails', clinic.facts(Date.now())).usual.subject

/** Those that someone has to finish come first, the most pressing of them at the top. */
async function readCampaigns(services: Services, now: number) {
  const { database, config } = services
  const campaigns = await listCampaigns(database, mostListed)
  const origin = config.publicOrigin
  const titles = await findTitlesOfPosts(
    { ...services, origin },
    campaigns.map(({ url }) => url),
  )
  const usual = readUsualSubject(services)
  const toRow = ({ id, url, subject, body, state, createdAt, startedAt, startsAt, counts }: Campaign) => ({
    id,
    title: subject ?? titles.get(url) ?? usual,
    // The post that it links to, where the subject does not say it.
    about:
      body !== undefined
        ? undefined
        : subject
          ? (titles.get(url) ?? toSite(url))
          : titles.has(url)
            ? undefined
            : toSite(url),
    when: clinicMoment(startedAt ?? startsAt ?? createdAt, clinicTimeZone, now),
    state,
    counts: state === 'draft' || state === 'scheduled' ? '' : describeCounts(counts),
  })
  const isOpen = ({ state }: Campaign) => openStates.includes(state)
  return {
    open: campaigns
      .filter(isOpen)
      .toSorted((one, other) => openStates.indexOf(one.state) - openStates.indexOf(other.state))
      .map(toRow),
    past: campaigns.filter((campaign) => !isOpen(campaign)).map(toRow),
  }
}

/** The most pressing first. */
const openStates: Campaign['state'][] = ['paused', 'sending', 'scheduled', 'draft']

/** 'example.com', of a link that leads to no post of ours. */
const toSite = (url: string) => (URL.canParse(url) ? new URL(url).host.replace(/^www\./, '') : undefined)

const describeCounts = ({ sent, kept, failed, uncertain }: CampaignCounts) =>
  [
    kept > 0 ? newsletterPage.kept(kept) : newsletterPage.arrived(sent),
    failed > 0 && newsletterPage.failed(failed),
    uncertain > 0 && newsletterPage.uncertain(uncertain),
  ]
    .filter(Boolean)
    .join(', ')

export async function action({ request, context }: Route.ActionArgs) {
  return orServiceUnavailable(request, context, async (posted) => {
    const typed = await typedFields(posted)
    const checked = checkFields(typed, campaignForm)
    if (!checked.ok) return data<FormState>({ fieldErrors: checked.errors, values: typed }, { status: 400 })
    const { draft: id, ...issue } = checked.values
    // If it has been sent in the meantime, from another tab or after Back, its page shows the result.
    const drafted = await draftCampaign(context.get(servicesContext), getActor(context), {
      ...{ id, ...issue, over: typed.over, now: Date.now() },
    })
    if (!drafted.ok && drafted.theirs)
      return data(showBoth(typed, drafted.theirs, ['url', 'subject', 'intro']), { status: 409 })
    return redirect(`/admin/newsletter/${id}`, 303)
  })
}

export default function Newsletters({ loaderData, actionData: posted }: Route.ComponentProps) {
  const { draft, written, form, posts, open, past, usualSubject } = loaderData
  return (
    <AdminPage
      title={words.title}
      aside={
        <ButtonLink kind="line" small to={writePath(written)}>
          {words.write}
        </ButtonLink>
      }
    >
      <div className="stack">
        <NewsletterForm
          draft={posted?.values?.draft ?? draft}
          posts={posts}
          form={posted ?? form}
          usualSubject={usualSubject}
        />
        {open.length > 0 && <Campaigns id="to-finish" heading={words.open.heading} campaigns={open} />}
        {past.length > 0 && <Campaigns id="history" heading={words.history.heading} campaigns={past} />}
        {open.length + past.length === 0 && <EmptyList empty={words.empty} />}
      </div>
    </AdminPage>
  )
}

type CampaignsProps = { id: string; heading: string; campaigns: Route.ComponentProps['loaderData']['past'] }

const Campaigns = ({ id, heading, campaigns }: CampaignsProps) => (
  <section aria-labelledby={id} className="stack">
    <h2 id={id}>{heading}</h2>
    <Table columns={words.columns} amount="counts">
      {campaigns.map(({ id, title, about, when, state, counts }) => (
        <tr key={id}>
          <td>
            <Link className="leads breaks" to={`/admin/newsletter/${id}`}>
              {title}
            </Link>
            {about && <p className="hint">{about}</p>}
          </td>
          <td>
            <span className={state === 'paused' ? 'tag tag-late' : 'tag'}>{newsletterPage.states[state]}</span>
          </td>
          <td className="hint num">{when}</td>
          <td className="num amount">{counts}</td>
        </tr>
      ))}
    </Table>
  </section>
)

type NewsletterFormProps = {
  draft: string
  posts: { title: string; url: string }[]
  form: FormState
  usualSubject: string
}

function NewsletterForm({ draft, posts, form, usualSubject }: NewsletterFormProps) {
  const { url, subject, intro } = words
  return (
    <section className="panel" aria-labelledby="new">
      <h2 id="new">{words.heading}</h2>
      <ActionForm action="/admin/newsletter#outcome" noValidate>
        <ProblemSummary form={form} />
        <input type="hidden" name="draft" value={draft} />
        <input type="hidden" name="over" value={form.values?.over ?? ''} />
        <Field {...url} {...namedField(form, 'url')} type="url" inputMode="url" list="posts" autoComplete="off" />
        <datalist id="posts">
          {posts.map((post) => (
            <option key={post.url} value={post.url}>
              {post.title}
            </option>
          ))}
        </datalist>
        <Field
          label={subject.label}
          hint={subject.hint(usualSubject)}
          {...namedField(form, 'subject')}
          optional
          autoComplete="off"
        />
        <Field {...intro} {...namedField(form, 'intro')} multiline rows={5} optional />
        <FormOutcome form={form} />
        <div className="row">
          <Button>{words.button}</Button>
          <p className="hint">{words.buttonHint}</p>
        </div>
      </ActionForm>
    </section>
  )
}
