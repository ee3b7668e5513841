import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { plain } from './shown.ts'
import { contentFacts } from '#app/domain/clinic/clinic-facts.ts'

/** The HTML of a part of a page at an address, without React's marks between texts. */
export function render(part: ReactElement, at = '/admin', site: object = {}) {
  const loaded = { facts: JSON.stringify(contentFacts(0)), menus: { header: [], footer: [] }, menu: [], ...site }
  const router = createMemoryRouter([{ id: 'root', path: '*', loader: () => null, element: part }], {
    initialEntries: [at],
    hydrationData: { loaderData: { root: loaded } },
  })
  return plain(renderToStaticMarkup(<RouterProvider router={router} />))
}
