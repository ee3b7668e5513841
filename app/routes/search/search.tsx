import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { clinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import { searchTerm } from '#app/domain/search/search-term.ts'
import { findOnSite } from '#app/domain/search/site-search.server.ts'
import { pageContext, servicesContext } from '#app/http/context.ts'
import { contentPage } from '#app/http/page-kind.ts'
import { useSite } from '#app/http/site.ts'
import { SearchPage } from '#app/ui/search/search-page.tsx'
import { searchPage } from '#content/pages/search.ts'

export const handle = contentPage({ shows: ['blog', 'catalogue'] })

export async function loader({ request, context }: LoaderFunctionArgs) {
  const term = searchTerm(new URL(request.url).searchParams.get('q'))
  if (!term) return { term, results: [] }
  context.get(pageContext).doNotStore()
  const found = await findOnSite(context.get(servicesContext), { term, clinic: clinicFacts(Date.now()) })
  return { term, results: found.map((result) => ({ ...result, type: searchPage.types[result.type] })) }
}

export default function Search() {
  return <SearchPage site={useSite()} {...useLoaderData<typeof loader>()} />
}
