import { readPage } from '#app/http/page-kind.ts'
import { useSite } from '#app/http/site.ts'
import { PageTop } from '#app/ui/site/page-top.tsx'
import { Sections } from '#app/ui/site/words.tsx'
import { accessibilityPage } from '#content/pages/accessibility.ts'

export const handle = readPage()

export default function Accessibility() {
  const site = useSite()
  return (
    <>
      <PageTop page={accessibilityPage} site={site} path="/accessibility" />
      <div className="wrap body">
        <Sections sections={accessibilityPage.sections} clinic={site.clinic} />
      </div>
    </>
  )
}
