import { data, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { PostTeaser } from '#app/domain/blog/blog-post.ts'
import { findPost, latestPosts, preparePosts } from '#app/domain/blog/posts.server.ts'
import { clinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import { servicesContext } from '#app/http/context.ts'
import { contentPage } from '#app/http/page-kind.ts'
import { useSite } from '#app/http/site.ts'
import { BlogPostPage } from '#app/ui/blog/post-page.tsx'
import { postView } from './post-view.ts'

export const handle = contentPage({ shows: ['blog'] })

/** A post of the bundled feed; posts of other feeds are read where they stand. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const services = context.get(servicesContext)
  if (!services.feed.bundled) throw data(null, { status: 404 })
  const now = Date.now()
  await preparePosts(services, now)
  const found = await findPost(services, params.slug ?? '')
  if (!found) throw data(null, { status: await statusOfMissing(services) })
  const { post, newer, older } = found
  return { post: postView(post, clinicFacts(now).timeZone), newer: linkTo(newer), older: linkTo(older) }
}

/** While nothing was read yet, nobody knows whether the post exists. */
const statusOfMissing = async (means: Parameters<typeof latestPosts>[0]) =>
  (await latestPosts(means)).kind === 'loaded' ? 404 : 503

const linkTo = (post: PostTeaser | undefined) => post && { title: post.title, path: post.url }

export default function BlogPost() {
  return <BlogPostPage site={useSite()} {...useLoaderData<typeof loader>()} />
}
