import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from 'react-router'
import { z } from 'zod'
import { hidePost, approvePost, listPostsToReview, showPost } from '#app/domain/blog/post-decisions.server.ts'
import { getPostsReadAt, preparePosts } from '#app/domain/blog/posts.server.ts'
import { getActor } from '#app/http/admin.server.ts'
import { servicesContext } from '#app/http/context.ts'
import { flashAbout, setFlash, takeFlash } from '#app/http/flash.ts'
import { checkFields, typedFields } from '#app/http/parse-form.ts'
import { loadOr503 } from '#app/http/load.ts'
import { useSite } from '#app/http/site.ts'
import { submit } from '#app/http/submit.server.ts'
import { AdminPage } from '#app/ui/admin/admin-page.tsx'
import { type PostOutcome, PostsReview } from '#app/ui/admin/posts-review.tsx'
import { TextsReview } from '#app/ui/admin/texts-review.tsx'
import { postsPage } from '#content/pages/admin-claims.ts'
import { postKey, postView, textViews } from './posts-view.ts'

const flashes = { hide: 'post-hidden', show: 'post-shown', keep: 'post-approved' } as const
const notices = { 'post-hidden': postsPage.hidden, 'post-shown': postsPage.shown, 'post-approved': postsPage.kept }

export async function loader({ request, context }: LoaderFunctionArgs) {
  const services = context.get(servicesContext)
  const now = Date.now()
  const { posts, readAt } = await loadOr503(context, async () => {
    await preparePosts(services, now)
    return { posts: await listPostsToReview(services), readAt: await getPostsReadAt(services) }
  })
  const flash = takeFlash(request, context, Object.values(flashes))
  const outcome: PostOutcome | undefined = flash && { key: flashAbout(request) ?? '', notice: notices[flash] }
  return {
    wasRead: readAt !== undefined,
    latest: posts.filter(({ latest }) => latest).map(postView),
    older: posts.filter(({ latest }) => !latest).map(postView),
    texts: textViews(services.clinic.facts(now)),
    outcome,
  }
}

const decision = z.object({
  intent: z.enum(['hide', 'show', 'keep']),
  address: z.string().min(1).max(2_100),
  fingerprint: z.string().max(64).default(''),
})

export async function action({ request, context }: ActionFunctionArgs) {
  const services = context.get(servicesContext)
  const form = checkFields(await typedFields(request), decision)
  if (!form.ok) return data({ key: '', error: postsPage.notFound }, { status: 400 })
  const { intent, ...post } = form.values
  const acts = { hide: hidePost, show: showPost, keep: approvePost }
  const decide = () => acts[intent](services, getActor(context), { ...post, now: Date.now() })
  const outcome = await submit(context, decide, () => undefined)
  if (!outcome) return data({ key: postKey(post.address), error: postsPage.failed }, { status: 503 })
  if (!outcome.ok) {
    const error = outcome.reason === 'changed' ? postsPage.changed : postsPage.notFound
    return data({ key: postKey(post.address), error }, { status: 409 })
  }
  setFlash(context, flashes[intent], postKey(post.address))
  return redirect('/admin/posts#outcome', 303)
}

export default function Posts() {
  const { wasRead, latest, older, texts, outcome } = useLoaderData<typeof loader>()
  const posted = useActionData<typeof action>()
  return (
    <AdminPage title={postsPage.title} clinic={useSite().clinic}>
      <div className="stack">
        <p>{postsPage.lead}</p>
        {wasRead ? (
          <PostsReview latest={latest} older={older} outcome={posted ?? outcome} />
        ) : (
          <p className="muted">{postsPage.cold}</p>
        )}
        <TextsReview texts={texts} />
      </div>
    </AdminPage>
  )
}
