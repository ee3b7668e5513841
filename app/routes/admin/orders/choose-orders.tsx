import { type ReactNode, useState } from 'react'
import type { OrderStatus } from '#app/domain/orders/order.ts'
import { ReturnHere } from '#app/ui/admin/return-here.tsx'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { Button } from '#app/ui/primitives/button.tsx'
import { Checkbox } from '#app/ui/primitives/checkbox.tsx'
import { adminOrder, adminOrders } from '#content/pages/admin-orders.ts'
import { admin } from '#content/pages/admin.ts'

const words = adminOrders.bulk
const steps = ['confirmed', 'ready', 'completed'] as const satisfies OrderStatus[]

/** Around the list: a bar with what can be done with the chosen orders. CSS shows it once one is chosen. */
export function ChooseOrders({ children, mailed }: { children: ReactNode; mailed: boolean }) {
  const [count, setCount] = useState(0)
  return (
    <ActionForm
      className="choosing"
      action="/admin/orders"
      offline={admin.offline}
      onChange={({ currentTarget }) => setCount(currentTarget.querySelectorAll('[name=order]:checked').length)}
    >
      <ReturnHere />
      {children}
      <div className="bulk on-band">
        <p>{count > 0 ? words.chosen(count) : words.selected}</p>
        <Checkbox name="tell" label={mailed ? words.tell : words.store} defaultChecked />
        {steps.map((to) => (
          <Button key={to} kind="line" small name="to" value={to}>
            {adminOrder.state.to[to]}
          </Button>
        ))}
      </div>
    </ActionForm>
  )
}
