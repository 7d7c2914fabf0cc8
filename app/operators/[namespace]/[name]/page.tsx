import { OperatorPage } from '#components/operators/operator-page.tsx';
import { objectPage, objectTitle } from '../../../object-page.tsx';

export const generateMetadata = objectTitle();
export default objectPage(OperatorPage);
