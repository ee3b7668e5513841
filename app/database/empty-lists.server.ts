import {
  type BinaryOperationNode,
  OperatorNode,
  type OperationNode,
  PostgresQueryCompiler,
  PrimitiveValueListNode,
} from 'kysely'

/**
 * To PostgreSQL `in ()` is a syntax error. SQLite takes it for what it says, and so do we there: nothing is in a list
 * with nothing in it, not even null. Who looks for those of whom a batch happens to have none is not broken by that.
 */
export class CompilerWithEmptyLists extends PostgresQueryCompiler {
  protected override visitBinaryOperation(node: BinaryOperationNode) {
    const operator = OperatorNode.is(node.operator) ? node.operator.operator : undefined
    const isEmpty = isEmptyList(node.rightOperand)
    if (isEmpty && operator === 'in') this.append('false')
    else if (isEmpty && operator === 'not in') this.append('true')
    else super.visitBinaryOperation(node)
  }
}

const isEmptyList = (node: OperationNode) => PrimitiveValueListNode.is(node) && node.values.length === 0
