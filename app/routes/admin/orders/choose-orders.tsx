import type { ReactNode } from 'react'
import type { OrderStatus } from '#app/domain/orders/order.ts'
import { ChooseRows } from '#app/ui/admin/choose-rows.tsx'
import { Button } from '#app/ui/primitives/button.tsx'
import { Checkbox } from '#app/ui/primitives/checkbox.tsx'
import { adminOrder, adminOrders } from '#content/pages/admin-orders.ts'

const words = adminOrders.bulk
const steps = ['confirmed', 'ready', 'completed'] as const satisfies OrderStatus[]

/** Around the list: what can be done with the chosen orders. */
export const ChooseOrders = ({ children, mailed }: { children: ReactNode; mailed: boolean }) => (
  <ChooseRows
    acts={
      <>
        <Checkbox name="tell" label={mailed ? words.tell : words.store} defaultChecked />
        {steps.map((to) => (
          <Button key={to} kind="line" small name="to" value={to}>
            {adminOrder.state.to[to]}
          </Button>
        ))}
      </>
    }
  >
    {children}
  </ChooseRows>
)
