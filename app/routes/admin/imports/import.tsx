import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  type RouterContextProvider,
  useActionData,
  useLoaderData,
} from 'react-router'
import { firstLines, outcomeCounts } from '#app/domain/newsletter/imports/import-lines.server.ts'
import { discardImport, findImport, startImport } from '#app/domain/newsletter/imports/imports.server.ts'
import { importPath, importsPath } from '#app/domain/newsletter/imports/subscriber-import.ts'
import { adminOf } from '#app/http/admin.server.ts'
import { pageContext, servicesContext } from '#app/http/context.ts'
import { typedFields } from '#app/http/parse-form.ts'
import { useSite } from '#app/http/site.ts'
import { ImportPage } from '#app/ui/admin/imports/import-page.tsx'
import { importPage as words } from '#content/pages/admin-imports.ts'

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { database } = context.get(servicesContext)
  const { id, state, problem, last_line, through_line, created_at } = await existing(context, params.id)
  const [counts, first] = await Promise.all([outcomeCounts(database, id), firstLines(database, id)])
  return {
    shown: { id, state, problem, lastLine: last_line, throughLine: through_line, createdAt: created_at, counts, first },
  }
}

/** The decision about a file whose dry run is done. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const services = context.get(servicesContext)
  const { id } = await existing(context, params.id)
  const { intent } = await typedFields(request)
  try {
    if (intent === 'import' && (await startImport(services, adminOf(context), id))) return redirect(importPath(id), 303)
    if (intent === 'discard' && (await discardImport(services, adminOf(context), { id, now: Date.now() })))
      return redirect(importsPath, 303)
    return data({ error: words.late }, { status: 409 })
  } catch (err) {
    services.log.error({ err, requestId: context.get(pageContext).requestId }, 'a decision could not be stored')
    return data({ error: words.failed }, { status: 503 })
  }
}

export default function Import() {
  const { shown } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return <ImportPage clinic={useSite().clinic} shown={shown} error={answer?.error} />
}

async function existing(context: Readonly<RouterContextProvider>, id = '') {
  const found = await findImport(context.get(servicesContext).database, id)
  if (!found || found.state === 'discarded') throw data(null, { status: 404 })
  return found
}
