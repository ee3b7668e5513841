import '#app/ui/styles/errands.css'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { normalizeSearchTerm } from '#app/domain/search/search-term.ts'
import { searchStoredSite, searchWithoutPosts } from '#app/domain/search/site-search.server.ts'
import { pageContext, servicesContext } from '#app/http/context.ts'
import { contentPage } from '#app/http/page-kind.ts'
import { getPromises } from '#app/http/promises.ts'
import { tryLoad } from '#app/http/load.ts'
import { useSite } from '#app/http/site.ts'
import { SearchPage } from './parts/search-page.tsx'
import { searchPage } from '#content/pages/search.ts'

export const handle = contentPage({ shows: ['blog', 'catalogue'] })

export async function loader({ request, context }: LoaderFunctionArgs) {
  const term = normalizeSearchTerm(new URL(request.url).searchParams.get('q'))
  if (!term) return { term, results: [] }
  context.get(pageContext).doNotStore()
  const services = context.get(servicesContext)
  const question = { term, clinic: services.clinic.facts(Date.now()), promises: getPromises(services) }
  // Everything but the posts can be found without the database.
  const found = (await tryLoad(context, () => searchStoredSite(services, question))) ?? searchWithoutPosts(question)
  return { term, results: found.map((result) => ({ ...result, type: result.page ?? searchPage.types[result.type] })) }
}

export default function Search() {
  return <SearchPage site={useSite()} {...useLoaderData<typeof loader>()} />
}
