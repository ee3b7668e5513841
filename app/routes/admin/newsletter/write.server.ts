import { data, redirect } from 'react-router'
import { getLatestOfBlog } from '#app/domain/blog/blog.server.ts'
import {
  findNewsletterProblems,
  type NewsletterTexts,
  mostKept,
} from '#app/domain/newsletter-blocks/newsletter-texts.server.ts'
import { archivePath } from '#app/domain/newsletter-blocks/newsletter-block.ts'
import { draftCampaign } from '#app/domain/newsletter/campaigns.server.ts'
import { toMarkdownLink } from '#app/domain/markdown/to-markdown.ts'
import { listPictureInserts } from '#app/domain/pictures/picture-inserts.ts'
import { readSitePages } from '#app/domain/search/site-pages.server.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { getActor } from '#app/http/admin.server.ts'
import { type RequestContext, servicesContext } from '#app/http/context.ts'
import type { Typed } from '#app/http/parse-form.ts'
import type { Services } from '#app/services.server.ts'
import { editorWords } from '#content/pages/admin-editor.ts'
import { showBoth } from './meanwhile.ts'
import { writeWords as words } from './words.ts'

/** What the editor puts into a newsletter, by the name of the kind. */
export async function listInserts(services: Services) {
  const blog = await getLatestOfBlog(services)
  const posts = blog.kind === 'loaded' ? blog.posts : []
  const { button, times, hours } = words.inserts
  return [
    { label: words.inserts.blocks, options: [button, times, hours] },
    {
      label: words.inserts.posts,
      options: posts.map(({ title, url }) => ({ label: title, text: toMarkdownLink(title, url) })),
    },
    { label: editorWords.pictures, options: listPictureInserts(services.pictures.list()) },
  ].filter(({ options }) => options.length > 0)
}

/** `autosaved`: the stamp of what was kept, and when. */
export type Saved = { form: FormState; autosaved?: { revision: string; at: number } }

const answer = (saved: Saved, status = 200) => data<Saved>(saved, { status })

/** Keeps the newsletter as it was typed; `review` also checks it, and leads on if it can be sent. */
export async function saveNewsletter(context: RequestContext, id: string, typed: Typed) {
  const services = context.get(servicesContext)
  const { subject = '', intro = '', body = '' } = typed
  const texts: NewsletterTexts = { subject: subject.trim(), intro: intro.trim(), body }
  if (Object.values(texts).some((text) => text.length > mostKept))
    return answer({ form: { error: words.tooLong, values: typed } }, 400)
  const now = Date.now()
  const url = services.config.publicOrigin + archivePath(id)
  const drafted = await draftCampaign(services, getActor(context), {
    ...{ id, url, body, now, bySelf: typed.intent === 'autosave', over: typed.over },
    ...(texts.subject && { subject: texts.subject }),
    ...(texts.intro && { intro: texts.intro }),
  })
  // Sent meanwhile, from another tab: its page says so.
  if (!drafted.ok && !drafted.theirs) return redirect(`/admin/newsletter/${id}`, 303)
  if (!drafted.ok) return answer({ form: showBoth(typed, drafted.theirs!, ['subject', 'intro', 'body']) }, 409)
  const { stamp } = drafted
  if (typed.intent !== 'review')
    return answer({ form: { notice: words.kept }, autosaved: { revision: stamp, at: now } })
  const lookups = { findPicture: services.pictures.find, hasPage: await readSitePages(services) }
  const fieldErrors = findNewsletterProblems(texts, lookups)
  if (Object.keys(fieldErrors).length > 0)
    return answer({ form: { fieldErrors, values: { ...typed, over: stamp } } }, 400)
  return redirect(`/admin/newsletter/${id}`, 303)
}
