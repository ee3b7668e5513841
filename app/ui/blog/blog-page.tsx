import { blogPage } from '#content/pages/blog.ts'
import type { PageSite } from '#app/ui/site/page-head.tsx'
import { PageTop } from '#app/ui/site/page-top.tsx'
import { BlogPosts, type BlogState } from './post-list.tsx'

export function BlogPage({ site, state }: { site: PageSite; state: BlogState }) {
  return (
    <>
      <PageTop page={blogPage} site={site} path="/blog" />
      <div className="wrap blog" id="posts" data-swap>
        <BlogPosts state={state} />
      </div>
    </>
  )
}
