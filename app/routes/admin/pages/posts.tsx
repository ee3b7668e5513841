import { randomUUID } from 'node:crypto'
import { Link, redirect } from 'react-router'
import { z } from 'zod'
import { findTeaser, showsFeed } from '#app/domain/blog/blog.server.ts'
import { postPath, truncate } from '#app/domain/blog/blog-post.ts'
import { newsletterFields, archivePath } from '#app/domain/newsletter-blocks/newsletter-block.ts'
import { toMarkdownLink } from '#app/domain/markdown/to-markdown.ts'
import { draftCampaign } from '#app/domain/newsletter/campaigns.server.ts'
import { hidePost, approvePost, listPostsToReview, showPost } from '#app/domain/blog/post-decisions.server.ts'
import { getPostsReadAt, getReadableFeed, listPostUrls, preparePosts } from '#app/domain/blog/posts.server.ts'
import { listOwnPosts } from '#app/domain/blog/own-posts.server.ts'
import type { Lists } from '#app/domain/content/content-record.ts'
import { type ListedEntry, listEntries } from '#app/domain/content/entries.server.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { postKey } from '#app/domain/blog/post-key.server.ts'
import { AdminPage } from '#app/http/admin-page.tsx'
import { getActor } from '#app/http/admin.server.ts'
import { type RequestContext, servicesContext } from '#app/http/context.ts'
import { redirectWithFlash, takeFlash } from '#app/http/flash.ts'
import { loadOr503 } from '#app/http/load.ts'
import { checkFields, typedFields } from '#app/http/parse-form.ts'
import { formError, submit } from '#app/http/submit.server.ts'
import { ClaimHits, type ShownClaim } from '#app/ui/admin/claim-hits.tsx'
import { EmptyList } from '#app/ui/admin/empty-list.tsx'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { IntentButton } from '#app/ui/primitives/intent-button.tsx'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import type { Services } from '#app/services.server.ts'
import { postsPage as words } from '#content/pages/admin-claims.ts'
import { addEntry } from './add-entry.server.ts'
import { toListed } from './collections.server.ts'
import { AddEntry, EntryTable } from './entry-table.tsx'
import { postView, textViews } from './posts-view.ts'
import type { Route } from './+types/posts.ts'

const path = '/admin/posts'
const done = { hide: words.hidden, show: words.shown, keep: words.kept }

export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const now = Date.now()
  const { posts, readAt, own } = await loadOr503(context, async () => {
    // Another process may just have published.
    await Promise.all([preparePosts(services, now), services.content.reload()])
    return {
      posts: await listPostsToReview(services),
      readAt: await getPostsReadAt(services),
      own: await listEntries(services, 'posts'),
    }
  })
  const { text: notice, about } = takeFlash(request, context, path) ?? {}
  return {
    isFeedShown: showsFeed(services),
    listed: toListed(services.content, 'posts'),
    own: newestFirst(own, services.content),
    wasRead: readAt !== undefined,
    latest: posts.filter(({ latest }) => latest).map(postView),
    older: posts.filter(({ latest }) => !latest).map(postView),
    texts: textViews(services.clinic.facts(now), services.content),
    about,
    form: { notice },
  }
}

const decision = z.object({
  intent: z.enum(['hide', 'show', 'keep']),
  address: z.string().min(1).max(2_100),
  fingerprint: z.string().max(64).default(''),
})

export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext)
  const typed = await typedFields(request)
  if (typed.intent === 'add') return addEntry(context, 'posts', typed, await listTaken(services))
  if (typed.intent === 'newsletter') return writeNewsletter(context, typed.address ?? '')
  const checked = checkFields(typed, decision)
  if (!checked.ok) return formError(400, words.notFound)
  const { intent, ...post } = checked.values
  const decide = { hide: hidePost, show: showPost, keep: approvePost }[intent]
  return submit(
    context,
    async () => {
      const decided = await decide(services, getActor(context), { ...post, now: Date.now() })
      return decided.ok
        ? redirectWithFlash(context, path, { text: done[intent], about: postKey(post.address) })
        : formError(409, decided.reason === 'changed' ? words.changed : words.notFound, typed)
    },
    () => formError(503, words.failed, typed),
  )
}

/** A newsletter that begins with the teaser of a post, and its button. */
async function writeNewsletter(context: RequestContext, address: string) {
  const services = context.get(servicesContext)
  const post = await findTeaser(services, address)
  if (!post) return formError(404, words.notFound)
  const { title, url } = post
  const id = randomUUID()
  await draftCampaign(services, getActor(context), {
    ...{ id, subject: truncate(title, newsletterFields.subject.max), now: Date.now() },
    url: services.config.publicOrigin + archivePath(id),
    body: `${toMarkdownLink(title, url)}\n\n**${toMarkdownLink(words.read, url)}**`,
  })
  return redirect(`/admin/newsletter/${id}/write`, 303)
}

/** Drafts of new ones come first, removed ones last. */
function newestFirst(entries: ListedEntry[], content: Lists) {
  const places = new Map(listOwnPosts(content).map(({ entry }, index) => [entry.id, index]))
  const placeOf = ({ id, state }: ListedEntry) => (state === 'new' ? -1 : (places.get(id) ?? places.size))
  return entries.toSorted((one, other) => placeOf(one) - placeOf(other))
}

/** Addresses that a post of the feed has, or another page. */
async function listTaken(services: Services) {
  const readable = getReadableFeed(services.feed)
  const urls = readable && (await listPostUrls({ ...services, feed: readable }).catch(() => undefined))
  return new Set([...(urls ?? []), '/blog/all'])
}

export default function Posts({ loaderData, actionData: posted }: Route.ComponentProps) {
  const { isFeedShown, listed, own, wasRead, latest, older, texts, about, form } = loaderData
  const decided = [...latest, ...older].find(({ key, address }) =>
    posted ? address === posted.form.values?.address : key === about,
  )
  const group = { isFeedShown, form: posted?.form ?? form, decided: decided?.key }
  return (
    <AdminPage title={words.title}>
      <div className="stack">
        {!decided && <FormOutcome form={group.form} />}
        <section className="panel stack" aria-labelledby="own-posts">
          <h2 id="own-posts">{listed.list.title}</h2>
          <p>{listed.list.lead}</p>
          {own.length > 0 && <EntryTable {...listed} entries={own} acts={newsletterOf} />}
          <AddEntry {...listed} form={posted?.form.values?.intent === 'add' ? posted.form : {}} />
        </section>
        <p>{words.lead}</p>
        {!isFeedShown && <p>{words.feedIsOff}</p>}
        {wasRead ? (
          <>
            <PostGroup id="latest-posts" heading={words.latest} posts={latest} {...group} />
            {older.length > 0 && <PostGroup id="older-posts" heading={words.older} posts={older} {...group} />}
          </>
        ) : (
          <EmptyList empty={words.cold} />
        )}
        <TextsReview texts={texts} />
      </div>
    </AdminPage>
  )
}

/** Of a post that people can read. */
const newsletterOf = ({ id, title, state }: ListedEntry) =>
  state === 'shown' && (
    <ActionForm>
      <input type="hidden" name="address" value={postPath(id)} />
      <IntentButton intent="newsletter" kind="text" text={words.newsletter} aria-label={words.newsletterOf(title)} />
    </ActionForm>
  )

type View = Route.ComponentProps['loaderData']
type Post = View['latest'][number]
/** `decided`: the post that `form` is about. */
type PostGroupProps = {
  id: string
  heading: string
  posts: Post[]
  isFeedShown: boolean
  form: FormState
  decided: string | undefined
}

function PostGroup({ id, heading, posts, isFeedShown, form, decided }: PostGroupProps) {
  return (
    <section className="panel" aria-labelledby={id}>
      <h2 id={id}>{heading}</h2>
      {posts.length === 0 && <EmptyList empty={words.empty} />}
      {posts.map((post) => (
        <PostRow key={post.key} post={post} isFeedShown={isFeedShown} form={post.key === decided ? form : undefined} />
      ))}
    </section>
  )
}

/** Open while there is something to decide. */
function PostRow({ post, isFeedShown, form }: { post: Post; isFeedShown: boolean; form: FormState | undefined }) {
  const { key, address, title, date, state, claims, fingerprint } = post
  return (
    <details className="adm-row" id={`post-${key}`} open={state === 'marked' || form !== undefined}>
      <summary>
        <span>
          {title}
          {date && <span className="hint"> {date}</span>}
        </span>
        <span className={state === 'marked' ? 'tag tag-late' : 'tag'}>
          {state === 'marked' ? words.states.marked(countSentences(claims)) : words.states[state]}
        </span>
      </summary>
      <div className="stack">
        {form && <FormOutcome form={form} />}
        {claims.length > 0 && <ClaimHits hits={claims} />}
        <p>{state === 'hidden' ? words.hiddenHint : <a href={address}>{words.read}</a>}</p>
        <ActionForm className="row">
          <input type="hidden" name="address" value={address} />
          <input type="hidden" name="fingerprint" value={fingerprint} />
          {state === 'hidden' ? (
            <IntentButton intent="show" text={words.show} kind="line" small />
          ) : (
            <>
              {isFeedShown && <IntentButton intent="newsletter" text={words.newsletter} kind="line" small />}
              {state === 'marked' && <IntentButton intent="keep" text={words.keep} kind="line" small />}
              <IntentButton intent="hide" text={words.hide} kind="line" small />
            </>
          )}
        </ActionForm>
        {state === 'marked' && <p className="hint">{words.keepHint}</p>}
      </div>
    </details>
  )
}

const countSentences = (claims: ShownClaim[]) => new Set(claims.map(({ sentence }) => sentence)).size

function TextsReview({ texts }: Pick<View, 'texts'>) {
  return (
    <section className="panel" aria-labelledby="texts">
      <h2 id="texts">{words.texts.heading}</h2>
      {texts.length === 0 && <p className="muted">{words.texts.clear}</p>}
      {texts.map(({ key, heading, claims, editAt }) => (
        <article key={key} className="stack">
          <h3>{heading}</h3>
          <ClaimHits hits={claims} />
          {editAt ? <Link to={editAt}>{words.texts.edit}</Link> : <p className="hint">{words.texts.files}</p>}
        </article>
      ))}
    </section>
  )
}
