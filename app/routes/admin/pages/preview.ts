import { getSource, toPagePath } from '#app/domain/content/content-record.ts'
import { withDraft } from '#app/domain/content/with-draft.server.ts'
import { pageContext, servicesContext } from '#app/http/context.ts'
import { loadEdited, requireName } from './edited.server.ts'
import type { Route } from './+types/preview.ts'

/** The page of a record as it will be, for the frame of its editor. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const name = requireName(request)
  const { value } = await loadEdited(context, name)
  const { content } = context.get(servicesContext)
  const page = context.get(pageContext)
  page.beFramed()
  const path = getSource(name).schema.sample ?? toPagePath(name, value)
  page.showPreview({ path: path ?? '/', content: withDraft(content, name, value) })
  return new Response(null)
}
