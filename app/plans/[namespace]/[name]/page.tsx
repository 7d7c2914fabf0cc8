import { PlanPage } from '#components/plans/plan-page.tsx';
import { objectPage, objectTitle } from '../../../object-page.tsx';

export const generateMetadata = objectTitle();
export default objectPage(PlanPage);
