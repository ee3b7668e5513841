import { blogPage } from '#content/pages/blog.ts'
import { MoreLink } from '#app/ui/primitives/button.tsx'
import type { PageSite } from '#app/ui/site/page-head.tsx'
import { PageTop } from '#app/ui/site/page-top.tsx'
import { BlogPosts, type BlogState } from './post-list.tsx'

export function BlogPage({ site, state }: { site: PageSite; state: BlogState }) {
  return (
    <>
      <PageTop page={blogPage} site={site} path="/blog" />
      <div className="wrap blog" id="posts" data-swap>
        <BlogPosts state={state} />
        {state.kind === 'loaded' && state.posts.length > 0 && (
          <p className="all-link">
            <MoreLink href={blogPage.back.href}>{blogPage.back.text}</MoreLink>
          </p>
        )}
      </div>
    </>
  )
}
