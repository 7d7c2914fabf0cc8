import { EditSubscription } from '#components/subscriptions/edit-subscription.tsx';
import { objectPage, objectTitle } from '../../../../../object-page.tsx';

export const generateMetadata = objectTitle('editSource');
export default objectPage(EditSubscription);
