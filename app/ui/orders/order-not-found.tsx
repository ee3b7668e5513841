import { type PageSite } from '#app/ui/site/page-head.tsx'
import { PageTop } from '#app/ui/site/page-top.tsx'
import { Text } from '#app/ui/site/words.tsx'
import { orderNotFound } from '#content/pages/order.ts'

export function OrderNotFound({ site }: { site: PageSite }) {
  return (
    <>
      <PageTop page={orderNotFound} site={site} path="/orders" noindex />
      <div className="wrap body">
        <p className="lead">
          <Text words={orderNotFound.help} clinic={site.clinic} />
        </p>
      </div>
    </>
  )
}
