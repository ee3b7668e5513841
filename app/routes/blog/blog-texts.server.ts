import type { Services } from '#app/services.server.ts'

/** The texts of the blog's pages, each of which also invites to the newsletter. */
export function readBlogTexts({ clinic, content }: Services) {
  const facts = clinic.facts(Date.now())
  return { page: content.read('blog', facts), newsletter: content.read('site', facts).newsletter }
}
